// SPDX-License-Identifier: Apache-2.0
// The signature of all games through the C ABI from Rust; tests/golden/signature.cpp says how it is
// computed.
//
//   signature GOLDEN
use std::ffi::{c_char, c_void, CStr, CString};
use std::ptr::{null, null_mut};

type Error = *mut c_void;
type Game = *mut c_void;
type Status = i32;

#[link(name = "chemix")]
extern "C" {
    fn chemix_status_name(status: Status) -> *const c_char;
    fn chemix_game_names(out: *mut c_char, capacity: usize, count: *mut usize, e: Error) -> Status;
    fn chemix_game_describe(
        name: *const c_char, out: *mut c_char, capacity: usize, count: *mut usize, e: Error,
    ) -> Status;
    fn chemix_game_catalogue(
        game: Game, out: *mut c_char, capacity: usize, count: *mut usize, e: Error,
    ) -> Status;
    fn chemix_game_create(
        name: *const c_char, players: i32, options: *const c_char, deck: *const c_void,
        out_game: *mut Game, e: Error,
    ) -> Status;
    fn chemix_game_destroy(game: *mut Game);
    fn chemix_state_init(game: Game, start: i32, state: *mut u64, size: usize, e: Error) -> Status;
    fn chemix_state_resolve(
        game: Game, seed: *const c_char, state: *mut u64, size: usize, e: Error,
    ) -> Status;
    fn chemix_state_acting(
        game: Game, state: *const u64, size: usize, players: *mut u32, chance: *mut bool, e: Error,
    ) -> Status;
    fn chemix_state_legal_actions(
        game: Game, state: *const u64, size: usize, player: i32, out: *mut i32, capacity: usize,
        count: *mut usize, e: Error,
    ) -> Status;
    fn chemix_state_apply(
        game: Game, actor: i32, action: i32, state: *mut u64, size: usize, e: Error,
    ) -> Status;
    fn chemix_state_digest(
        game: Game, state: *const u64, size: usize, digest: *mut u64, e: Error,
    ) -> Status;
}

fn expect(status: Status) {
    let name = unsafe { CStr::from_ptr(chemix_status_name(status)) };
    assert!(status == 0, "{}", name.to_string_lossy());
}

/// What a function writes that returns a text.
fn text(write: impl Fn(*mut c_char, usize, *mut usize) -> Status) -> String {
    let mut count = 0;
    write(null_mut(), 0, &mut count);
    let mut out = vec![0u8; count + 1];
    expect(write(out.as_mut_ptr().cast(), out.len(), &mut count));
    out.truncate(count);
    String::from_utf8(out).expect("texts are UTF-8")
}

fn play(game: Game, size: usize, seed: u64) -> u64 {
    // Aligned as states are.
    let mut memory = vec![0u64; size.div_ceil(8)];
    let state = memory.as_mut_ptr();
    let seed_text = CString::new(seed.to_string()).unwrap();
    unsafe {
        expect(chemix_state_init(game, 0, state, size, null_mut()));
        for decisions in 0u64.. {
            expect(chemix_state_resolve(game, seed_text.as_ptr(), state, size, null_mut()));
            let (mut acting, mut chance) = (0u32, false);
            expect(chemix_state_acting(game, state, size, &mut acting, &mut chance, null_mut()));
            if acting == 0 {
                break;
            }
            let player = acting.trailing_zeros() as i32;
            let (mut ids, mut count) = ([0i32; 256], 0);
            let room = ids.as_mut_ptr();
            expect(chemix_state_legal_actions(
                game, state, size, player, room, 256, &mut count, null_mut(),
            ));
            let nth = (7919 * decisions + 104729 * seed) % count as u64;
            expect(chemix_state_apply(game, player, ids[nth as usize], state, size, null_mut()));
        }
        let mut digest = 0;
        expect(chemix_state_digest(game, state, size, &mut digest, null_mut()));
        digest
    }
}

fn number_after(text: &str, key: &str) -> usize {
    let rest = &text[text.find(key).expect(key) + key.len()..];
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest[..digits].parse().expect(key)
}

fn main() {
    let mut signature = 14695981039346656037u64;
    let names = text(|out, room, count| unsafe { chemix_game_names(out, room, count, null_mut()) });
    for name in names.split_whitespace() {
        let name = CString::new(name).unwrap();
        let about = text(|out, room, count| unsafe {
            chemix_game_describe(name.as_ptr(), out, room, count, null_mut())
        });
        let range: Vec<i32> =
            about.lines().next().unwrap().split('\t').skip(1).map(|n| n.parse().unwrap()).collect();
        for players in range[0]..=range[1] {
            let mut game = null_mut();
            expect(unsafe {
                chemix_game_create(
                    name.as_ptr(), players, c"".as_ptr(), null(), &mut game, null_mut(),
                )
            });
            let catalogue = text(|out, room, count| unsafe {
                chemix_game_catalogue(game, out, room, count, null_mut())
            });
            let size = number_after(&catalogue, "\"state_memory\":");
            for seed in 0..10 {
                signature =
                    signature.wrapping_mul(1099511628211).wrapping_add(play(game, size, seed));
            }
            unsafe { chemix_game_destroy(&mut game) };
        }
    }
    let golden = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    assert_eq!(format!("{signature:016x}"), golden.trim());
}
