// SPDX-License-Identifier: Apache-2.0
// Using the page like a person.
import assert from "node:assert/strict";
import { load } from "chemix";
import { DESKTOP, PHONE, REASON, accessible, begin, choose, ending, fits, onPage, playOn, settled } from "./browser.mjs";

const chemix = await load();

onPage("the page answers while a computer thinks ahead", {}, async (page) => {
  const times = [await page.evaluate(() => performance.now())];
  await begin(page, "react", { seats: ["", "search milliseconds=500"] });
  for (let move = 0; move < 3; ++move) {
    const from = performance.now();
    await choose(page);
    times.push(performance.now() - from);
  }
  // For information only: machines differ.
  const [ready, ...moves] = times.map((time) => `${Math.round(time)} ms`);
  console.log(`# the page was ready after ${ready}, the next choice after ${moves.join(", ")}`);
});

onPage("people at one screen see only their own cards", {}, async (page) => {
  await begin(page, "react", { seats: ["", ""], seed: "3" });
  const hands = [];
  const shown = async () => {
    const text = await page.innerText("body");
    assert.match(text, /Hand the device to Player \d/);
    assert.equal(await page.locator(".card").count(), 0);
    await page.waitForFunction(() => document.activeElement.matches("main.handover button.big"));
    await page.keyboard.press("Enter");
    await page.waitForSelector(".hand .card");
    hands.push(await page.locator(".hand .card").evaluateAll((all) => all.map((card) => card.title)));
  };
  await shown();
  for (let clicks = 0; hands.length < 3 && clicks < 40; ++clicks) {
    if (await page.locator("main.handover").count()) await shown();
    else await choose(page);
  }
  assert.notDeepEqual(hands[0], hands[1]);
  await playOn(page);
  assert.match(await page.innerText(".result"), /Player 1: /);
});

onPage("page, storage and address contain no hidden cards", {}, async (page) => {
  await begin(page, "chemuno", { seats: ["", "random"], seed: "7" });
  // Repeat the deal with the library to find cards that only the other player holds.
  const game = chemix.game("chemuno", { players: 2 });
  const { own, open } = game.deal("7").json();
  const seen = JSON.stringify([own[0], open]);
  const text = await page.evaluate(() =>
    [document.body.innerHTML, location.href, JSON.stringify({ ...localStorage, ...sessionStorage })].join(" "));
  const hidden = Object.keys(own[1].hand).filter((card) => !seen.includes(`"${card}"`));
  assert.ok(hidden.length > 0);
  const shown = (card) => new RegExp(`title="(\\d+ × )?${card}, `);
  for (const card of hidden) assert.doesNotMatch(text, shown(card));
  for (const card of Object.keys(own[0].hand)) assert.match(text, shown(card));
});

onPage("an illegal card is refused with its rule", {}, async (page) => {
  await begin(page, "chemuno", { seed: "7" });
  let refused = false;
  for (let turns = 0; turns < 20 && !refused; ++turns) {
    const other = page.locator(".hand .card:not(.legal)");
    if ((await other.count()) && (await page.locator(".hand .card.legal").count())) {
      await other.first().click();
      assert.match(await page.innerText(".refusal"), /\(CU-\d+\)/);
      refused = true;
    } else {
      await choose(page);
    }
  }
  assert.ok(refused);
  // Clicking a legal card lays it.
  const steps = await page.getAttribute("main", "data-steps");
  await page.locator(".hand .card.legal").first().click();
  await page.waitForFunction((steps) => document.querySelector("main").dataset.steps !== steps, steps);
});

/** Drags a card onto a target with the mouse. */
async function drag(page, card, onto, release = true) {
  // Scrolling between two measurements would invalidate both.
  await card.scrollIntoViewIfNeeded();
  const [from, to] = [await card.boundingBox(), await page.locator(onto).first().boundingBox()];
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + 20, { steps: 5 });
  if (release) await page.mouse.up();
}

/** Presses a card and moves so little that the mouse stays on it. */
async function nudge(page, card) {
  await card.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await card.boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + 10, y + height / 2, { steps: 5 });
  assert.equal(await page.locator("[data-dragged]").count(), 1);
}

/** A hand in which a card may be laid and another may not. */
async function beginWithBoth(page) {
  await begin(page, "chemuno", { seed: "7" });
  const [legal, other] = [page.locator(".hand .card.legal"), page.locator(".hand .card:not(.legal)")];
  for (let turns = 0; turns < 20 && !((await legal.count()) && (await other.count())); ++turns) {
    await choose(page);
  }
  return { legal: legal.first(), other: other.first(), steps: () => page.getAttribute("main", "data-steps") };
}
const later = (page, steps) =>
  page.waitForFunction((steps) => document.querySelector("main").dataset.steps !== steps, steps);

onPage("a card dragged to the table is laid, or refused with its rule", {}, async (page) => {
  const { legal, other, steps } = await beginWithBoth(page);
  const before = await steps();
  await drag(page, other, ".shared");
  await page.waitForSelector(".refusal");
  assert.match(await page.innerText(".refusal"), /\(CU-\d+\)/);
  // Dropped near its place, or released by Escape, the card is not laid, refused or clicked.
  await page.reload();
  const again = await beginWithBoth(page);
  await drag(page, again.other, ".hand .card.legal");
  await drag(page, again.legal, ".shared", false);
  assert.equal(await page.locator("[data-dragged]").count(), 1);
  assert.equal(await page.locator(".shared[data-onto]").count(), 1);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await nudge(page, again.legal);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  assert.equal(await page.locator("[data-dragged], [data-onto], .refusal").count(), 0);
  assert.equal(await again.steps(), before);
  // A press with small movements counts as a click.
  await nudge(page, again.other);
  await page.mouse.up();
  await page.waitForSelector(".refusal");
  await drag(page, again.legal, ".shared");
  await later(page, before);
});

onPage("a resting finger drags a card, a moving one scrolls", { size: PHONE, hasTouch: true }, async (page) => {
  const { legal, steps } = await beginWithBoth(page);
  const before = await steps();
  await legal.scrollIntoViewIfNeeded();
  const [from, to] = [await legal.boundingBox(), await page.locator(".seats").boundingBox()];
  const fingers = await page.context().newCDPSession(page);
  const touch = (type, box) =>
    fingers.send("Input.dispatchTouchEvent", {
      type, touchPoints: box ? [{ x: box.x + box.width / 2, y: box.y + 20 }] : [],
    });
  await touch("touchStart", from);
  await touch("touchMove", to);
  await touch("touchEnd");
  assert.equal(await steps(), before);
  await legal.scrollIntoViewIfNeeded();
  const [now, there] = [await legal.boundingBox(), await page.locator(".seats").boundingBox()];
  await touch("touchStart", now);
  await page.waitForSelector("[data-dragged]");
  await touch("touchMove", there);
  await touch("touchEnd");
  await later(page, before);
});

onPage("undo, hints and probabilities", {}, async (page) => {
  await begin(page, "classic", { seed: "7" });
  const steps = await page.getAttribute("main", "data-steps");
  await choose(page);
  await page.click('button:text-is("Undo")');
  await page.waitForFunction((steps) => document.querySelector("main").dataset.steps === steps, steps);
  await page.click('button:text-is("Hint")');
  assert.match(await page.innerText(".hint"), REASON);
  assert.match(await page.innerText(".hint"), /The best whole turn: \w/);
  // In the middle of a turn there is no whole turn.
  await choose(page);
  await page.click('button:text-is("Hint")');
  assert.doesNotMatch(await page.innerText(".hint"), /whole turn/);
  await page.click('button:text-is("Where cards may be")');
  assert.match(await page.innerText(".chances"), /\d+ %/);
  await accessible(page, "chances");
});

onPage("a saved game continues identically, and a record can be replayed", {}, async (page) => {
  await begin(page, "showdown", { seed: "5" });
  await playOn(page, { most: 3 });
  await settled(page);
  const before = await page.innerText(".board");
  const wanted = page.waitForEvent("download");
  await page.click('button:text-is("Save")');
  const file = await (await wanted).path();
  await page.click('button:text-is("Leave")');
  await page.setInputFiles('[data-file="save"]', file);
  await settled(page);
  assert.equal(await page.innerText(".board"), before);
  await playOn(page);
  const link = await page.getAttribute("[data-link]", "data-link");
  const { digest } = await ending(page);
  await page.goto(link);
  await page.waitForSelector("main.replay");
  assert.match(await page.innerText(".digest"), new RegExp(digest));
  const slider = page.locator("#step");
  await slider.fill(await slider.getAttribute("max"));
  await page.waitForSelector(".told .result");
  await page.selectOption(".replay .asked select", "-2");
  await page.waitForFunction(() => !document.querySelector(".hand"));
  await accessible(page, "replay");
});

onPage("a browser without storage and clipboard", {}, async (page) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException("denied", "SecurityError");
    };
    Object.defineProperty(window, "localStorage", { get: refuse });
    Object.defineProperty(navigator, "clipboard", { value: undefined });
  });
  await page.reload();
  await page.waitForSelector("main.start");
  await begin(page, "classic");
  await playOn(page);
  await page.click("[data-link]");
  const link = await page.getAttribute("[data-link]", "data-link");
  assert.equal(await page.getAttribute('.ending [role="status"] a', "href"), link);
});

onPage("keyboard only, in German and then in French", { language: "de" }, async (page) => {
  assert.equal(await page.getAttribute("html", "lang"), "de");
  await page.focus('[data-game="chip_it_duel"]');
  await page.keyboard.press("Enter");
  await page.focus('button[type="submit"]');
  await page.keyboard.press("Enter");
  await settled(page);
  for (let move = 0; move < 3; ++move) {
    for (let tabs = 0; tabs < 30; ++tabs) {
      if (await page.evaluate(() => document.activeElement?.matches(".choices button"))) break;
      await page.keyboard.press("Tab");
    }
    const steps = await page.getAttribute("main", "data-steps");
    await page.keyboard.press("Enter");
    await page.waitForFunction((steps) => document.querySelector("main").dataset.steps !== steps, steps);
    await settled(page);
    // Screen readers must not jump back to the beginning.
    await page.waitForFunction(() => document.activeElement.closest(".asked"));
  }
  assert.match(await page.innerText(".hand h3"), /Deine Karten/);
  const asked = await page.innerText(".asked h2");
  await page.selectOption("[data-language]", "fr");
  await page.waitForFunction((asked) => document.querySelector(".asked h2").innerText !== asked, asked);
  assert.match(await page.innerText(".hand h3"), /Tes cartes/);
});

for (const [device, size, colorScheme] of [["desktop", DESKTOP, "dark"], ["phone", PHONE, "light"]]) {
  onPage(`${device}, ${colorScheme}: no overflow, and accessible`, { size, colorScheme }, async (page) => {
    await fits(page, "start");
    await accessible(page, "start");
    for (const game of ["chemuno", "classic", "chip_it", "chemistry_canasta", "react"]) {
      await begin(page, game);
      await playOn(page, { most: 4 });
      await settled(page);
      await fits(page, game);
      await accessible(page, game);
      await page.click(".brand");
      await page.waitForSelector("main.start");
    }
    for (const where of ["rules/chemuno", "rules/chip_it_duel", "deck/chemuno", "deck/chip_it"]) {
      await page.evaluate((where) => (location.hash = `/${where}`), where);
      await page.waitForSelector(where.startsWith("deck") ? ".deck tbody .card" : ".rules h1");
      await fits(page, where);
      await accessible(page, where);
    }
  });
}

onPage("rules are shown in the language of the page", {}, async (page) => {
  await page.evaluate(() => (location.hash = "/rules/chip_it_duel"));
  for (const [language, said] of [["en", "(ruling)"], ["de", "(Festlegung)"], ["fr", "(arbitrage)"]]) {
    await page.selectOption("[data-language]", language);
    await page.waitForFunction(([language, said]) => {
      const book = document.querySelector(`.rules article[lang="${language}"]`);
      return book?.innerText.includes(said) && book.innerText.includes("CI-17");
    }, [language, said]);
  }
});

onPage("a game in progress has the summary of its rules, and its cards tell what is reconstructed", {}, async (page) => {
  await begin(page, "compound_capture_match");
  await settled(page);
  await page.click(".book summary");
  for (const [language, said] of [["en", "Capture"], ["de", "Verbindungen"], ["fr", "composés"]]) {
    await page.selectOption("[data-language]", language);
    await page.waitForFunction(([language, said]) =>
      document.querySelector(`.book article[lang="${language}"]`)?.innerText.includes(said), [language, said]);
  }
  assert.doesNotMatch(await page.innerText(".book"), /CC-\d/);
  assert.match(await page.getAttribute(".card.type-compound", "title"), /\(reconstitué: Formule, Nom\)/);
});

onPage("a custom deck, and invalid files", {}, async (page) => {
  const file = (text) => ({ name: "deck.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await page.locator(".setting details").evaluate((details) => (details.open = true));
  await page.setInputFiles('[data-file="deck"]', file("{}"));
  await page.click('button[type="submit"]');
  await page.waitForSelector('.refusal[role="alert"]');
  await page.setInputFiles('[data-file="deck"]', file(JSON.stringify(chemix.deck("chemix"))));
  await page.click('button[type="submit"]');
  await settled(page);
  await page.click('button:text-is("Leave")');
  await page.setInputFiles('[data-file="save"]', file("{}"));
  assert.match(await page.innerText(".refusal"), /This file does not contain a game saved here/);
});
