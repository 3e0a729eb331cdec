// SPDX-License-Identifier: Apache-2.0
// The signature of all games through the C ABI from Rust; tests/golden/signature.cpp says how it is
// computed.
//
//   signature GOLDEN
use std::ffi::{c_char, c_void, CStr};
use std::ptr::{null, null_mut};

type Error = *mut c_void;
type Game = *mut c_void;
type State = *mut c_void;

#[repr(C)]
struct Seed {
    key: [u8; 32],
}

#[repr(C)]
#[derive(Default)]
struct Acting {
    asked: i32,
    seats: u32,
}

// As much of the structure as is read: the library writes no more than `size` bytes.
#[repr(C)]
#[derive(Default)]
struct Limits {
    size: u32,
    players: i32,
    min_players: i32,
    max_players: i32,
}

#[link(name = "chemix")]
extern "C" {
    fn chemix_status_name(status: i32) -> *const c_char;
    fn chemix_seed_init(seed: *mut Seed, number: u64);
    fn chemix_game_name_at(index: i32) -> *const c_char;
    fn chemix_game_create(
        name: *const c_char, players: i32, options: *const c_char, deck: *const c_void,
        out_game: *mut Game, e: Error,
    ) -> i32;
    fn chemix_game_limits(game: Game, out_limits: *mut Limits, e: Error) -> i32;
    fn chemix_game_destroy(game: *mut Game);
    fn chemix_state_create(game: Game, start: i32, out_state: *mut State, e: Error) -> i32;
    fn chemix_state_resolve(state: State, seed: *const Seed, e: Error) -> i32;
    fn chemix_state_acting(state: State, out_acting: *mut Acting, e: Error) -> i32;
    fn chemix_state_legal_actions(
        state: State, player: i32, out: *mut i32, capacity: usize, e: Error,
    ) -> i32;
    fn chemix_state_apply(state: State, actor: i32, action: i32, e: Error) -> i32;
    fn chemix_state_digest(state: State, out_digest: *mut u64, e: Error) -> i32;
    fn chemix_state_destroy(state: *mut State);
}

/// Returns a count or 0; stops at an error.
fn expect(result: i32) -> u64 {
    let name = unsafe { CStr::from_ptr(chemix_status_name(result)) };
    assert!(result >= 0, "{}", name.to_string_lossy());
    result as u64
}

fn play(game: Game, number: u64) -> u64 {
    let mut seed = Seed { key: [0; 32] };
    let (mut state, mut digest) = (null_mut(), 0);
    unsafe {
        chemix_seed_init(&mut seed, number);
        expect(chemix_state_create(game, 0, &mut state, null_mut()));
        for decisions in 0u64.. {
            let mut acting = Acting::default();
            expect(chemix_state_resolve(state, &seed, null_mut()));
            expect(chemix_state_acting(state, &mut acting, null_mut()));
            if acting.asked == 0 {
                break;
            }
            let player = acting.seats.trailing_zeros() as i32;
            let mut ids = [0i32; 256];
            let room = ids.as_mut_ptr();
            let count = expect(chemix_state_legal_actions(state, player, room, 256, null_mut()));
            let nth = (7919 * decisions + 104729 * number) % count;
            expect(chemix_state_apply(state, player, ids[nth as usize], null_mut()));
        }
        expect(chemix_state_digest(state, &mut digest, null_mut()));
        chemix_state_destroy(&mut state);
    }
    digest
}

fn main() {
    let mut signature = 14695981039346656037u64;
    for index in 0.. {
        let name = unsafe { chemix_game_name_at(index) };
        if name.is_null() {
            break;
        }
        // With 0 players the game has the fewest.
        let (mut players, mut most) = (0, 0);
        while players <= most {
            let mut game = null_mut();
            let mut limits = Limits { size: std::mem::size_of::<Limits>() as u32, ..Default::default() };
            unsafe {
                expect(chemix_game_create(
                    name, players, null(), null(), &mut game, null_mut(),
                ));
                expect(chemix_game_limits(game, &mut limits, null_mut()));
            }
            for number in 0..10 {
                signature = signature.wrapping_mul(1099511628211).wrapping_add(play(game, number));
            }
            unsafe { chemix_game_destroy(&mut game) };
            (players, most) = (limits.players + 1, limits.max_players);
        }
    }
    let golden = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    assert_eq!(format!("{signature:016x}"), golden.trim());
}
