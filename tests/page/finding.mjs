// What the page says of clusters, and how rows are found: with the keyboard, by touch, on a phone.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { accessibilityOf, firstPoint, onPage, saved, settled } from "./harness.mjs";
import { customers, fitted, gnac, inFolder, messages, sample } from "./pages.mjs";

const shop = () => fitted("customers", customers(), 3, "--id-column", "customer", "--text-column", "note", "--outliers", "--picture", inFolder("customers.svg"));
const tableOf = (text) => text.trim().split("\n").map((line) => [...`${line},`.matchAll(/("(?:[^"]|"")*"|[^,]*),/g)].map(([, cell]) => cell.replace(/^"|"$/g, "")));

test("opens on the map where there are many columns, with names of clusters; a key and a link for every view", async () => {
  const { html } = shop();
  await onPage(html, async (page) => {
    const views = await page.evaluate(() => gnac.data.views.map(({ name }) => name));
    assert.deepEqual(views, ["map", "points", "columns", "spectral", "states"]);
    assert.equal(await page.evaluate(() => gnac.view().name), "map");
    for (const [v, name] of views.entries()) {
      await page.keyboard.press(String(v + 1));
      assert.equal(await page.evaluate(() => gnac.view().name), name);
      assert.equal(await page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get("view")), v === 0 ? null : name);
    }
    await page.keyboard.press("1");
    await page.evaluate(() => gnac.setTime(0));
    assert.equal(await page.evaluate(() => gnac.view().name), "map", "steps play on the map");
    const names = await page.locator("#clusters .name").allTextContents();
    assert.equal(names.length, 3);
    assert.ok(names.some((name) => /parcel|late|courier/.test(name)), names.join());
  });
});

test("a link opens what it names", async () => {
  const { html } = shop();
  await onPage(html, async (page) => {
    await page.evaluate(() => { location.hash = "#view=spectral&colour=outlier&cluster=1"; });
    await page.waitForFunction(() => gnac.view().name === "spectral");
    assert.deepEqual(await page.evaluate(() => [gnac.state.colour, gnac.state.cluster]), ["outlier", 1]);
    await page.evaluate(() => { location.hash = "#search=courier"; });
    await page.waitForFunction(() => gnac.state.selection !== null);
    await page.locator("#copy-link").click();
    await page.locator("#link-status").waitFor({ state: "visible" });
  });
});

test("two columns against each other", async () => {
  await onPage(shop().html, async (page) => {
    await page.keyboard.press("3");
    await page.getByLabel("Column upwards").selectOption({ label: "orders" });
    const [x, y] = await page.evaluate(() => {
      const places = gnac.places();
      const order = (of) => [...Array(gnac.data.n).keys()].sort((a, b) => of(b) - of(a))[0];
      return [order((i) => places[3 * i]), order((i) => places[3 * i + 1])];
    });
    assert.deepEqual(await page.evaluate(([a, b]) => [gnac.data.ids[a], gnac.data.ids[b]], [x, y]), ["X3", "X0"]);
    assert.ok(!await page.locator("#axes").isVisible() && await page.locator("#axis-choice").isVisible());
  });
});

test("the head counts columns as the reader's table does, not what categories become", async () => {
  await onPage(shop().html, async (page) => assert.match(await page.locator("#subtitle").textContent(), /· 5 columns ·/));
});

test("a map is not made small by single points far out, which are counted and shown at a key", async () => {
  await onPage(fitted("messages", messages(), 5, "--text-column", "text").html, async (page) => {
    const caption = () => page.locator("#axes").textContent();
    assert.equal(await caption(), "Neighbours lie side by side; axes have no unit");
    const zoom = () => page.evaluate(() => gnac.camera.zoom);
    const before = await zoom();
    await page.evaluate(() => { gnac.view().places.set([30, 40, 0]); gnac.setView(0); });
    assert.match(await caption(), /; 1 point farther out \(0 shows all\)$/);
    assert.ok(await zoom() > 0.9 * before);
    await page.setViewportSize({ width: 390, height: 844 });
    await settled(page);
    await page.evaluate(() => gnac.setView(0));
    await settled(page);
    assert.ok((await hidden(page)).points <= 1, "a caption of two lines covers no points");
    await page.setViewportSize({ width: 1200, height: 760 });
    await settled(page);
    await page.keyboard.press("0");
    assert.equal(await caption(), "Neighbours lie side by side; axes have no unit");
    assert.ok(await zoom() < 0.3 * before);
  });
});

test("says how columns were compared, and why", async () => {
  await onPage(shop().html, async (page) => {
    assert.match(await page.locator("#scale-note").textContent(), /scale “table”, metric “euclidean”: the columns differ in spread and in shape\.$/);
  });
});

test("says what a cluster is, and saves it", async () => {
  await onPage(shop().html, async (page) => {
    const label = await page.evaluate(() => gnac.data.partitions[gnac.data.own].whole[2]);  // a Premium customer
    await page.getByRole("button", { name: new RegExp(`^Cluster ${label}`) }).click();
    const text = await page.locator("#details").textContent();
    assert.match(text, /plan is Premium \(100 %, rest \d %\)/);
    assert.match(text, /income (above|between) \d\d,\d00/);
    assert.match(text, /Rule: .*precision \d+ %, recall \d+ %/);
    assert.match(text, /Words: .*(battery|charger|phone)/);
    assert.match(text, /Typical: .*C\d+/);
    assert.match(text, /planPremium 100 % \(rest/, "categories by their values");
    for (const other of (await page.evaluate(() => [...gnac.data.partitions[gnac.data.own].label.keys()]))) {
      await page.evaluate((colour) => gnac.selectCluster(colour), other);
      const shares = [...(await page.locator("#details").textContent()).matchAll(/(\d[\d.]*) % \(rest (\d[\d.]*) %\)/g)];
      assert.ok(shares.length > 0 && shares.every(([, own, rest]) => Number(own) >= Number(rest)), "what its rows are, not what they are not");
    }
    await page.evaluate((colour) => gnac.selectCluster(colour), label);
    const seen = await page.evaluate(() => {
      const [card, side] = ["details", "side"].map((id) => document.getElementById(id).getBoundingClientRect());
      return Math.min(card.bottom, side.bottom) - Math.max(card.top, side.top);
    });
    assert.ok(seen > 200, `${seen} pixels of the panel are in view`);
    await page.locator("#details .rows button").first().click();
    assert.ok(await page.locator("#tip").isVisible(), "a typical row is shown in the picture");
    const { name, text: markdown } = await saved(page, () => page.getByRole("button", { name: "Save what they are" }).click());
    assert.equal(name, "clusters.md");
    assert.equal(markdown.match(/^## Cluster \d: /gm).length, 3);
    assert.match(markdown, /- plan is Premium/);
    assert.deepEqual(await accessibilityOf(page), []);
  });
});

test("outliers are a grey class in picture and page, with their count", async () => {
  const { html, labels } = shop();
  const flagged = tableOf(readFileSync(labels, "utf8")).slice(1).map(([, label], i) => (label === "-1" ? i : -1)).filter((i) => i >= 0);
  assert.ok(flagged.length >= 2);
  assert.match(readFileSync(inFolder("customers.svg"), "utf8"), new RegExp(`${flagged.length} outliers`));
  await onPage(html, async (page) => {
    assert.deepEqual(await page.evaluate(() => [...gnac.partition().colour.keys()].filter((i) => gnac.partition().colour[i] < 0)), flagged);
    assert.match(await page.locator("#subtitle").textContent(), new RegExp(`${flagged.length} outliers`));
    assert.match(await page.locator("#clusters tbody tr").last().textContent(), new RegExp(`outliers${flagged.length}`));
    await settled(page);
    assert.deepEqual(await page.evaluate((i) => [...gnac.stage.rgba.slice(4 * i, 4 * i + 3)], flagged[0]), [179, 179, 179]);
    await page.getByRole("button", { name: "Outliers" }).click();
    const { name, text } = await saved(page, () => page.getByRole("button", { name: "Save as CSV" }).click());
    assert.equal(name, "outliers.csv");
    assert.ok(tableOf(text).slice(1).every((row) => row[1] === "-1"));
  }, { colorScheme: "light" });
});

test("the same colours in picture and page", async () => {
  const data = sample("blobs", "-n", "2000", "-k", "40");
  const svg = inFolder("forty.svg");
  const page40 = fitted("forty-colours", data, 40, "--readout", "spectral", "--picture", svg);
  const drawn = new Set(readFileSync(svg, "utf8").match(/#[0-9a-f]{6}/g));
  await onPage(page40.html, async (page) => {
    await settled(page);
    const shown = await page.evaluate(() => {
      const { rgba } = gnac.stage;
      const hex = (v) => v.toString(16).padStart(2, "0");
      return [...new Set(Array.from({ length: gnac.data.n }, (_, i) => `#${hex(rgba[4 * i])}${hex(rgba[4 * i + 1])}${hex(rgba[4 * i + 2])}`))];
    });
    assert.equal(shown.length, 24);
    for (const colour of shown) assert.ok(drawn.has(colour), `${colour} is in the picture too`);
  }, { colorScheme: "light" });
});

test("saves the reader's own text, counts rows as an editor does and marks what was filled", async () => {
  const { html } = shop();
  const lines = readFileSync(customers(), "utf8").trim().split("\n");
  await onPage(html, async (page) => {
    await page.evaluate(() => gnac.select(new Uint8Array(gnac.data.n).fill(1)));
    const { text } = await saved(page, () => page.getByRole("button", { name: "Save as CSV" }).click());
    const [head, ...rows] = tableOf(text);
    assert.deepEqual(head, ["row", "label", "cluster", ...lines[0].split(",")]);
    assert.equal(rows.length, lines.length - 1);
    rows.forEach((row) => assert.deepEqual(row.slice(3), tableOf(lines[Number(row[0]) - 1])[0]));
    await page.evaluate(() => gnac.stage.pointAt(7));  // its income was missing
    assert.match(await page.locator("#tip").textContent(), /income[\d,.$ ]+ \(filled\)/);
    await page.evaluate(() => gnac.stage.pointAt(8));
    assert.match(await page.locator("#tip").textContent(), /income\$\d+,\d{3}/);
  });
});

test("rows are found by text, range, category, cluster and outlier score, from the keyboard; in every view", async () => {
  await onPage(shop().html, async (page) => {
    const found = () => page.evaluate(() => [...gnac.state.selection.keys()].filter((i) => gnac.state.selection[i]).map((i) => gnac.data.ids[i]));
    await page.keyboard.press("/");
    await page.keyboard.type("number 17");
    await page.waitForFunction(() => gnac.state.selection?.includes(1) && gnac.state.selection.reduce((sum, v) => sum + v, 0) < 20);
    assert.deepEqual((await found()).filter((id) => id === "C17"), ["C17"]);
    assert.match(await page.locator("#found").textContent(), /rows of 304 found/);
    await page.locator("#clear-find").click();
    assert.equal(await page.evaluate(() => gnac.state.selection), null);
    const filter = async (name) => page.locator("#add-filter").selectOption({ label: name });
    await filter("plan");
    await page.getByLabel("plan", { exact: true }).selectOption("Premium");
    await filter("age");
    await page.getByLabel("age at least").fill("52");
    await page.waitForFunction(() => gnac.state.selection.reduce((sum, v) => sum + v, 0) < 90);
    const ages = await page.evaluate(() => [...gnac.state.selection.keys()].filter((i) => gnac.state.selection[i])
      .map((i) => gnac.data.cells.filter(({ name }) => name === "age" || name === "plan").map(({ values }) => values[i])));
    assert.ok(ages.length > 10 && ages.every(([age, plan]) => Number(age) >= 52 && plan === "Premium"));
    for (const view of [1, 3, 4]) {
      await page.evaluate((v) => gnac.setView(v), view);
      await settled(page);
      const faint = await page.evaluate(() => [...gnac.state.selection].every((on, i) => (gnac.stage.rgba[4 * i + 3] > 100) === (on === 1)));
      assert.ok(faint, "others step back in every view");
    }
    await page.getByRole("button", { name: "Remove the filter of plan" }).click();
    await page.getByRole("button", { name: "Remove the filter of age" }).click();
    await filter("cluster");
    await page.getByLabel("Cluster", { exact: true }).selectOption("0");
    await filter("outlier score");
    await page.getByLabel("outlier score at most").fill("0.3");
    await page.waitForTimeout(50);
    const sure = await page.evaluate(() => [...gnac.state.selection.keys()].filter((i) => gnac.state.selection[i])
      .every((i) => gnac.partition().colour[i] === 0 && gnac.data.outliers[i] <= 0.3 * 255 + 1));
    assert.ok(sure && (await found()).length > 0);
    const { name, text } = await saved(page, () => page.getByRole("button", { name: "Save as CSV" }).click());
    assert.equal(name, "selection.csv");
    assert.equal(tableOf(text).length, 1 + (await found()).length);
    assert.deepEqual(await accessibilityOf(page), []);
    await page.keyboard.press("Escape");
    assert.equal(await page.evaluate(() => gnac.state.selection), null);
    assert.equal(await page.locator(".filter").count(), 0);
  });
});

test("names given by hand stay: in the browser, and in a page that is saved", async () => {
  const { html } = shop();
  await onPage(html, async (page) => {
    await page.evaluate(() => gnac.selectCluster(1));
    await page.getByLabel("Name of cluster 1").fill("Loyal <b>");
    await page.keyboard.press("Tab");
    assert.match(await page.locator("#clusters").textContent(), /Loyal <b>/);
    await page.reload();
    await page.waitForFunction(() => window.gnac?.ready);
    assert.equal(await page.evaluate(() => gnac.names.of(1)), "Loyal <b>");
    await page.evaluate(() => gnac.setView(2));
    const { text, name } = await saved(page, () => page.getByRole("button", { name: "Save page as" }).click());
    assert.equal(name, "customers.html");
    writeFileSync(inFolder("renamed.html"), text);
    await page.evaluate(() => localStorage.clear());
  });
  await onPage(inFolder("renamed.html"), async (page) => {
    assert.equal(await page.evaluate(() => gnac.names.of(1)), "Loyal <b>");
    assert.equal(await page.locator("b b").count(), 0);
    assert.equal(await page.evaluate(() => gnac.view().name), "map", "as it was written");
    await page.evaluate(() => gnac.names.set(1, ""));
    assert.notEqual(await page.evaluate(() => gnac.names.of(1)), "Loyal <b>");
    await page.evaluate(() => localStorage.clear());
  });
});

test("steps and damage never show two states at once", async () => {
  const data = sample("spirals", "-n", "300", "-k", "3");
  await onPage(fitted("short", data, 3).html, async (page) => {
    const state = () => page.evaluate(() => ({
      colour: gnac.state.colour, time: gnac.state.time, last: gnac.data.steps.at.length - 1, healing: gnac.heal.active,
      table: [...document.querySelectorAll("#clusters tbody td:nth-child(2)")].map((cell) => Number(cell.textContent)),
      shown: [...gnac.partition().size].sort((a, b) => a[0] - b[0]).map(([, size]) => size),
    }));
    await page.evaluate(() => gnac.setTime(0));
    const early = await state();
    assert.equal(early.colour, "read");
    assert.deepEqual(early.table, early.shown, "the table tells of the step in the picture");
    await page.evaluate(() => gnac.setColour("cluster"));
    assert.equal((await state()).time, early.last, "clusters of the fit are those of the last step");
    await page.evaluate(() => gnac.setTime(1));
    await page.getByRole("button", { name: "Cut edges" }).click();
    const cutting = await state();
    assert.deepEqual([cutting.time, cutting.healing], [early.last, true]);
    await page.evaluate(() => gnac.setTime(2));
    assert.equal((await state()).healing, false);
    await page.evaluate(() => gnac.setCount(4));
    assert.notEqual((await state()).colour, "read");
  });
});

test("many clusters: names do not pile up, ticks do not touch, the slider ends", async () => {
  const many = fitted("many", sample("blobs", "-n", "2000", "-d", "5", "-k", "120"), 120, "--readout", "spectral");
  await onPage(many.html, async (page) => {
    assert.equal(await page.locator("#count-text").textContent(), "120");
    assert.ok(await page.evaluate(() => gnac.data.partitions.length) <= 61);
    const apart = (boxes) => boxes.every((a, i) => boxes.every((b, j) => j <= i || a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top));
    const ticks = await page.locator("#score-axis span").evaluateAll((spans) => spans.filter((span) => span.textContent).map((span) => {
      const range = document.createRange();
      range.selectNodeContents(span);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      return { left, right, top, bottom };
    }));
    assert.ok(apart(ticks), JSON.stringify(ticks));
    const names = await page.evaluate(() => gnac.stage.boxes.map(({ x, y, half }) => ({ left: x - half, right: x + half, top: y - 10, bottom: y + 10 })));
    assert.ok(names.length > 10 && names.length <= 120 && apart(names), `${names.length} names`);
    assert.equal(await page.locator("#clusters tbody tr").count(), 120);
    assert.equal(await page.locator("#scores-note").textContent(), "The neighbour graph is in 9 pieces.", "twenty eigenvalues do not speak for 120 clusters");
  });
});

for (const [width, height, least] of [[1280, 720, 43], [1024, 700, 42], [390, 844, 30]]) {
  test(`43 clusters at ${width} pixels: names keep off each other, tools and captions`, async () => {
    await onPage(fitted("fortythree", sample("blobs", "-n", "4000", "-d", "8", "-k", "43"), 43, "--readout", "spectral").html, async (page) => {
      const { names, inset, bottom } = await page.evaluate(() => ({
        names: gnac.stage.boxes.map(({ x, y, half, text }) => ({ text, left: x - half - 1, right: x + half + 1, top: y - 11, bottom: y + 11 })),
        inset: gnac.camera.inset, bottom: gnac.camera.height - gnac.camera.foot,
      }));
      assert.ok(names.length >= least, `${names.length} names`);
      for (const [i, a] of names.entries()) {
        assert.ok(a.top > inset && a.bottom < bottom, `${a.text} touches tools or captions`);
        for (const b of names.slice(0, i)) {
          assert.ok(a.right < b.left || b.right < a.left || a.bottom < b.top || b.bottom < a.top, `${a.text} touches ${b.text}`);
        }
      }
    }, { viewport: { width, height } });
  });
}

/** Pairs of boxes of the page's parts that overlap. */
const overlaps = (page) => page.evaluate(() => {
  const parts = ["header .brand", "#views", "#colour-field", "header .buttons", "#tools", "#legend", "#axes", "#axis-choice", "#time", "#side"]
    .map((name) => [name, document.querySelector(name)]).filter(([, part]) => part && part.offsetParent !== null && part.getBoundingClientRect().height > 0 && part.textContent.trim());
  const bad = [];
  for (const [i, [a, partA]] of parts.entries()) {
    for (const [b, partB] of parts.slice(0, i)) {
      const [p, q] = [partA.getBoundingClientRect(), partB.getBoundingClientRect()];
      if (p.left < q.right - 1 && q.left < p.right - 1 && p.top < q.bottom - 1 && q.top < p.bottom - 1) bad.push(`${a} ${b}`);
    }
  }
  if (document.documentElement.scrollWidth > window.innerWidth) bad.push(`wider than the window: ${document.documentElement.scrollWidth}`);
  return bad;
});

/** What words hide of a whole picture: points under tools and captions, names beyond its edges, columns of the table. */
const hidden = (page) => page.evaluate(() => {
  const { camera, stage } = gnac;
  const m = camera.affine();
  const places = gnac.places();
  const box = stage.box.getBoundingClientRect();
  const top = document.getElementById("tools").getBoundingClientRect().bottom - box.top;
  const captions = ["axes", "axis-choice", "legend"].map((id) => document.getElementById(id)).filter((part) => part.offsetHeight > 0 && part.textContent);
  const bottom = Math.min(...captions.map((part) => part.getBoundingClientRect().top)) - box.top;
  let points = 0;
  for (let p = 0; p < places.length; p += 3) {
    const y = m.bx * places[p] + m.by * places[p + 1] + m.bz * places[p + 2] + m.b0;
    points += y < top || y > bottom;
  }
  const names = stage.boxes.filter(({ x, half }) => x - half < 0 || x + half > box.width).map(({ text }) => text);
  const table = document.querySelector(".scroll");
  return { points, names, columns: table.scrollWidth - table.clientWidth };
});

for (const [width, height, touch] of [[1024, 700, false], [390, 844, true]]) {
  test(`nothing overlaps at ${width} pixels`, async () => {
    await onPage(shop().html, async (page) => {
      for (const colour of ["cluster", "state", "column-0", "column-4"]) {
        for (const view of [0, 2]) {
          await page.evaluate(([c, v]) => { gnac.setColour(c); gnac.setView(v); }, [colour, view]);
          await settled(page);
          assert.deepEqual(await overlaps(page), [], `${colour}, view ${view}`);
          assert.deepEqual(await hidden(page), { points: 0, names: [], columns: 0 }, `${colour}, view ${view}`);
        }
      }
      if (!touch) return;
      await page.evaluate(() => { gnac.setColour("cluster"); gnac.setView(0); });
      await settled(page);
      const [x, y] = await firstPoint(page);
      await page.touchscreen.tap(x, y);
      assert.notEqual(await page.evaluate(() => gnac.state.cluster), null, "a tap selects");
      await settled(page);
      const inView = await page.evaluate(() => {
        const card = document.getElementById("details").getBoundingClientRect();
        const stage = document.getElementById("stage").getBoundingClientRect();
        return card.top < window.innerHeight - 40 && card.top >= stage.bottom - 2 && stage.top >= -1;
      });
      assert.ok(inView, "the panel is below the picture, both in view");
    }, { viewport: { width, height }, hasTouch: touch, isMobile: touch });
  });
}

test("two fingers zoom", async () => {
  await onPage(shop().html, async (page) => {
    const zoom = () => page.evaluate(() => gnac.camera.zoom);
    const before = await zoom();
    const fingers = await page.context().newCDPSession(page);
    const box = await page.locator("#overlay").boundingBox();
    const touch = (type, ...away) => fingers.send("Input.dispatchTouchEvent",
      { type, touchPoints: away.map((x, id) => ({ x: box.x + box.width / 2 + x, y: box.y + box.height / 2, id })) });
    await touch("touchStart", -20, 20);
    for (const far of [40, 60, 80]) await touch("touchMove", -far, far);
    await touch("touchEnd");
    assert.ok(await zoom() > 2 * before, `${before}, ${await zoom()}`);
  }, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
});

test("a screen reader hears what is selected, found and shown", async () => {
  await onPage(shop().html, async (page) => {
    const cluster = page.locator("#clusters button").first();
    await cluster.focus();
    await page.keyboard.press("Enter");
    assert.equal(await cluster.getAttribute("aria-pressed"), "true");
    const details = page.getByRole("region", { name: "What is selected" });
    assert.equal(await details.getAttribute("aria-live"), "polite");
    assert.match(await details.textContent(), /points.*precision/s);
    await page.getByRole("searchbox", { name: "Search ids and texts" }).fill("C17");
    await page.getByRole("status").filter({ hasText: /rows? of 304 found/ }).waitFor();
    await page.getByRole("slider", { name: "Number of clusters" }).focus();
    await page.keyboard.press("End");
    assert.match(await page.getByRole("slider", { name: "Number of clusters" }).getAttribute("aria-valuetext"), /\d+ clusters/);
  });
});

test("a comparison tells scores and seconds", async () => {
  const data = sample("spirals", "-n", "300", "-k", "3");
  gnac("compare", data, "-k", "3", "--methods", "kmeans,genie", "--reference", `${data}.labels`, "--quiet", "--page", inFolder("scores.html"));
  await onPage(inFolder("scores.html"), async (page) => {
    const notes = await page.locator(".panel h2 small").allTextContents();
    assert.match(notes[1], /ARI \d\.\d{4} .*\d\.\d\d s/);
  });
});
