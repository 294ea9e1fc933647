// The page in a real browser: opened from the disk, offline.

import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { test } from "node:test";
import "./finding.mjs";
import { axe, browserWith, firstPoint, onPage, pixels, settled } from "./harness.mjs";
import { fitted, gnac, inFolder, numbers, sample, table, written } from "./pages.mjs";

const labelsShown = (page, k) => page.evaluate((index) => {
  const partition = gnac.data.partitions[index ?? gnac.data.own];
  return [...partition.colour].map((colour) => partition.label.get(colour));
}, k);

const coloured = (count) => Object.values(count).reduce((sum, n) => sum + n, 0);

async function looksRight(page, expected) {
  assert.deepEqual(await labelsShown(page), numbers(expected.labels));
  const views = await page.evaluate(() => gnac.data.views.length);
  for (let view = 0; view < views; ++view) {
    await page.evaluate((v) => gnac.setView(v), view);
    await settled(page);
    assert.ok(coloured(await pixels(page)) > 20, `view ${view} shows points`);
  }
  const choices = await page.evaluate(() => [...document.getElementById("colour").options].map((option) => option.value));
  for (const choice of choices) await page.evaluate((c) => gnac.setColour(c), choice);
  await settled(page);
  const rows = await page.locator("#clusters tbody tr").count();
  assert.equal(rows, new Set(numbers(expected.labels)).size, "one row of the table a cluster");
}

const spirals = () => {
  const data = sample("spirals", "-n", "2000", "-k", "3");
  return fitted("spirals", data, 3, "--reference", `${data}.labels`, "--edges", inFolder("spirals-edges.csv"));
};
const hundredThousand = () => fitted("large", sample("gaussian-mixture", "-n", "100000", "-d", "2", "-k", "8"), 8);

const shapes = {
  "50 points": () => fitted("fifty", sample("blobs", "-n", "50", "-k", "3"), 3),
  "2,000 points": spirals,
  "100,000 points": hundredThousand,
  "one cluster": () => fitted("one", sample("moons", "-n", "300"), 1),
  "40 clusters": () => fitted("forty", sample("blobs", "-n", "2000", "-k", "40"), 40),
  "1 column": () => fitted("d1", sample("blobs", "-n", "300", "-d", "1", "-k", "3"), 3),
  "3 columns": () => fitted("d3", sample("blobs", "-n", "300", "-d", "3", "-k", "3"), 3),
  "16 columns": () => fitted("d16", sample("blobs", "-n", "300", "-d", "16", "-k", "3"), 3),
  "equal points": () => fitted("equal", written("equal.csv", "x,y\n" + "1,2\n".repeat(60)), 2, "--scale", "none"),
  "two points": () => fitted("two", written("two.csv", "0,0\n1,1\n"), 2),
  "several components": () => fitted("apart", written("apart.csv", [0, 100, 200].flatMap((x) => Array.from({ length: 30 }, (_, i) => `${x + Math.sin(i)},${Math.cos(i * i)}`)).join("\n")), 3),
  "the published rule": () => fitted("published", sample("moons", "-n", "300"), 2, "--preset", "paper", "--epochs", "5", "--burn-in", "1"),
  "no rule": () => fitted("none", sample("moons", "-n", "300"), 2, "--rule", "none"),
};

for (const [name, make] of Object.entries(shapes)) {
  for (const webgl of [true, false]) {
    test(`${name}, ${webgl ? "with" : "without"} WebGL`, async () => {
      const expected = make();
      await onPage(expected.html, async (page) => {
        assert.equal(await page.evaluate(() => gnac.stage.renderer.name), webgl ? "webgl" : "canvas");
        await looksRight(page, expected);
      }, { webgl });
    });
  }
}

test("every cluster has its colour in the picture", async () => {
  await onPage(spirals().html, async (page) => {
    await page.evaluate(() => { gnac.setEdges("none"); gnac.setNames(false); });
    await settled(page);
    const count = await pixels(page);
    for (const colour of ["0,114,178", "230,159,0", "0,158,115"]) assert.ok(count[colour] > 500, colour);
    await page.evaluate(() => gnac.selectCluster(1));
    await settled(page);
    const dimmed = await pixels(page);
    assert.ok(!(dimmed["0,114,178"] > 0) && dimmed["230,159,0"] > 500, "the others step back");
  }, { colorScheme: "light" });
});

test("labels of every K are those of gnac fit", async () => {
  const data = sample("blobs", "-n", "2000", "-k", "6", "--noise", "1.5");
  await onPage(fitted("blobs", data, 6).html, async (page) => {
    const counts = await page.evaluate(() => gnac.data.partitions.map((partition) => partition.clusters));
    assert.deepEqual(counts, Array.from({ length: 20 }, (_, k) => k + 1));
    for (const [k, clusters] of counts.entries()) {
      const file = inFolder(`blobs-${clusters}.txt`);
      gnac("fit", data, "-k", String(clusters), "--quiet", "-o", file);
      assert.deepEqual(await labelsShown(page, k), numbers(file), `K = ${clusters}`);
    }
  });
});

test("large pages are cut quickly, and say so", async () => {
  await onPage(hundredThousand().html, async (page) => {
    const quick = await page.evaluate(() => gnac.data.partitions.map((partition) => partition.quick));
    assert.deepEqual(quick, Array.from({ length: 20 }, (_, k) => k !== 0 && k !== 7));
    assert.ok(!await page.locator("#quick-note").isVisible());
    await page.evaluate(() => gnac.setCount(11));
    assert.match(await page.locator("#quick-note").textContent(), /groups of points.*gnac fit -k 12/);
    assert.equal(await page.locator("#count-text").textContent(), "≈ 12");
    assert.match(await page.locator("#count").getAttribute("aria-valuetext"), /^about 12 clusters/);
    assert.equal(await page.locator("#clusters tbody tr").count(), 12);
  });
});

test("the tree: each cluster of the fit is one piece, and a click selects one of any row", async () => {
  await onPage(spirals().html, async (page) => {
    const changes = await page.evaluate(() => {
      const { order, partitions, own } = gnac.data;
      return [...order].filter((point, q) => q > 0 && partitions[own].colour[point] !== partitions[own].colour[order[q - 1]]).length;
    });
    assert.equal(changes, 2);
    const rows = await page.evaluate(() => gnac.data.partitions.length);
    const box = await page.locator("#icicle").boundingBox();
    await page.mouse.move(box.x + 0.1 * box.width, box.y + 4.5 * box.height / rows);
    assert.match(await page.locator("#icicle-note").textContent(), /^Of 5 clusters: cluster \d, \d+ points/);
    await page.mouse.down();
    await page.mouse.up();
    const { k, cluster, first } = await page.evaluate(() => ({ k: gnac.state.k, cluster: gnac.state.cluster, first: gnac.partition().colour[gnac.data.order[200]] }));
    assert.equal(k, 4);
    assert.equal(cluster, first);
  });
});

test("membership in the selected cluster", async () => {
  await onPage(spirals().html, async (page) => {
    await page.evaluate(() => { gnac.setColour("member"); gnac.selectCluster(1); });
    await settled(page);
    assert.match(await page.locator("#legend").textContent(), /Membership in cluster 1/);
    const [inside, outside] = await page.evaluate(() => [1, 0].map((own) => {
      const { rgba } = gnac.stage;
      const { colour } = gnac.partition();
      const of = [...colour.keys()].filter((i) => (colour[i] === 1) === (own === 1));
      return of.reduce((sum, i) => sum + rgba[4 * i], 0) / of.length;
    }));
    assert.ok(inside < outside - 50, `on a light ground more is darker: ${inside}, ${outside}`);
  }, { colorScheme: "light" });
});

test("the page's rule does what the engine does", async () => {
  const expected = spirals();
  const close = async (page, edgesFile) => {
    const { head, rows } = table(edgesFile);
    const [i, j, alpha] = ["i", "j", "conductance"].map((name) => head.indexOf(name));
    const worst = await page.evaluate(([edges]) => {
      const { graph, alpha: mine } = gnac.heal.automaton;
      if (graph.edges.count !== edges.length) return Infinity;
      return edges.reduce((most, [from, to, value], e) =>
        (graph.edges.from[e] === from && graph.edges.to[e] === to ? Math.max(most, Math.abs(mine[e] - value)) : Infinity), 0);
    }, [rows.map((row) => [row[i], row[j], row[alpha]])]);
    assert.ok(worst < 1e-5, `largest difference ${worst}`);
  };
  await onPage(expected.html, async (page) => {
    await page.evaluate(() => gnac.heal.prepare());
    await close(page, inFolder("spirals-edges.csv"));
    // The same after points were moved: the engine is given the points that the page has then.
    await page.evaluate(() => {
      gnac.setTool("move");
      gnac.heal.held = Array.from({ length: 150 }, (_, i) => i);
      gnac.heal.moveBy(40, -25);
      gnac.heal.rebuild();
      for (let t = 0; t < gnac.heal.rule.steps; ++t) gnac.heal.automaton.step();
      gnac.heal.automaton.conduct();
    });
    const points = await page.evaluate(() => [...gnac.heal.points]);
    const lines = Array.from({ length: points.length / 2 }, (_, i) => `${points[2 * i]},${points[2 * i + 1]}`);
    gnac("fit", written("moved.csv", lines.join("\n") + "\n"), "-k", "3", "--scale", "none", "--quiet", "--edges", inFolder("moved-edges.csv"), "-o", inFolder("moved.txt"));
    await close(page, inFolder("moved-edges.csv"));
  });
  const data = sample("blobs", "-n", "300", "-d", "16", "-k", "3");
  const wide = fitted("wide", data, 3, "--edges", inFolder("wide-edges.csv"));
  await onPage(wide.html, async (page) => {
    await page.evaluate(() => gnac.heal.prepare());
    await close(page, inFolder("wide-edges.csv"));
  });
});

test("damage heals: noise leaves the clusters as they were", async () => {
  await onPage(spirals().html, async (page) => {
    await page.getByRole("button", { name: "Add noise" }).click();
    const before = await page.evaluate(() => [...gnac.partition().colour]);
    const box = await page.locator("#overlay").boundingBox();
    await page.mouse.move(box.x + box.width / 2 - 60, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2, { steps: 5 });
    await page.mouse.up();
    await page.waitForFunction(() => document.getElementById("heal-status").textContent.startsWith("Healed"), null, { timeout: 60000 });
    const after = await page.evaluate(() => [...gnac.partition().colour]);
    const changed = after.filter((colour, i) => colour !== before[i]).length;
    assert.ok(changed < 40, `${changed} of ${before.length} points changed`);
    await page.getByRole("button", { name: "Undo all damage" }).click();
    assert.deepEqual(await page.evaluate(() => [...gnac.partition().colour]), before);
  });
});

test("points are moved and edges are cut by hand", async () => {
  await onPage(spirals().html, async (page) => {
    const box = await page.locator("#overlay").boundingBox();
    const stroke = async () => {
      const [x, y] = await page.evaluate(() => {
        const m = gnac.camera.affine();
        const p = gnac.places();
        return [m.ax * p[0] + m.ay * p[1] + m.a0, m.bx * p[0] + m.by * p[1] + m.b0];
      });
      await page.mouse.move(box.x + x, box.y + y);
      await page.mouse.down();
      await page.mouse.move(box.x + x + 20, box.y + y + 10, { steps: 3 });
      await page.mouse.up();
      await page.waitForFunction(() => document.getElementById("heal-status").textContent.startsWith("Healed"), null, { timeout: 60000 });
    };
    await page.getByRole("button", { name: "Cut edges" }).click();
    await stroke();
    assert.ok(await page.evaluate(() => gnac.heal.automaton.cut.reduce((sum, shut) => sum + shut, 0)) > 5);
    await page.getByRole("button", { name: "Undo all damage" }).click();
    await page.getByRole("button", { name: "Move points" }).click();
    await stroke();
    const moved = await page.evaluate(() => gnac.heal.points.filter((value, i) => value !== gnac.data.exact[i]).length);
    assert.ok(moved > 2, `${moved} coordinates`);
  });
});

test("damage is off, and says so, where it cannot be had", async () => {
  for (const [make, words] of [[hundredThousand, "5,000"], [shapes["the published rule"], "published"], [shapes["no rule"], "no rule"]]) {
    await onPage(make().html, async (page) => {
      assert.match(await page.locator("#heal-note").textContent(), new RegExp(words));
      assert.equal(await page.getByRole("button", { name: "Add noise" }).count(), 0);
    });
  }
});

test("keys move sliders, and sliders say where they are", async () => {
  await onPage(spirals().html, async (page) => {
    const text = (id) => page.locator(`#${id}`).getAttribute("aria-valuetext");
    assert.match(await text("count"), /^3 clusters/);
    await page.keyboard.press("]");
    assert.match(await text("count"), /^4 clusters/);
    await page.keyboard.press("[");
    await page.keyboard.press("[");
    assert.match(await text("count"), /^2 clusters/);
    assert.equal(await text("step"), "step 8 of 8");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await text("step"), "step 7 of 8");
    await page.locator("#count").focus();
    await page.keyboard.press("ArrowRight");
    assert.match(await text("count"), /^3 clusters/);
    await page.evaluate(() => gnac.setTime(0));
    await page.locator("#overlay").focus();
    await page.keyboard.press("Space");
    await page.waitForFunction(() => gnac.state.time > 0.1);
    await page.keyboard.press("Space");
    assert.equal(await page.evaluate(() => gnac.state.playing), false);
    await page.keyboard.press("v");
    assert.equal(await page.evaluate(() => gnac.view().name), "spectral");
    await page.keyboard.press("Escape");
  });
});

test("those who asked for less motion see whole steps", async () => {
  await onPage(spirals().html, async (page) => {
    await page.evaluate(() => { gnac.setSpeed(4); gnac.setPlaying(true); });
    for (let look = 0; look < 6; ++look) {
      await page.waitForTimeout(60);
      assert.equal(await page.evaluate(() => gnac.state.time % 1), 0);
    }
  }, { reducedMotion: "reduce" });
});

test("on paper there is the picture with what is said of it, and nothing to press", async () => {
  await onPage(spirals().html, async (page) => {
    await page.emulateMedia({ media: "print" });
    for (const id of ["stage", "count-card", "clusters"]) assert.ok(await page.locator(`#${id}`).isVisible(), id);
    for (const id of ["tools", "time", "views", "count", "edges-card", "display-card"]) assert.ok(!await page.locator(`#${id}`).isVisible(), id);
    const dress = (event) => page.evaluate((name) => {
      window.dispatchEvent(new Event(name));
      return [document.documentElement.dataset.theme, getComputedStyle(document.body).backgroundColor];
    }, event);
    assert.deepEqual(await dress("beforeprint"), ["light", "rgb(255, 255, 255)"]);
    assert.equal((await dress("afterprint"))[0], "dark");
  }, { colorScheme: "dark" });
});

test("axe-core finds nothing", async () => {
  const data = sample("spirals", "-n", "2000", "-k", "3");
  gnac("compare", data, "-k", "3", "--methods", "kmeans,genie", "--quiet", "--page", inFolder("compare.html"));
  for (const colorScheme of ["light", "dark"]) {
    for (const html of [spirals().html, inFolder("compare.html")]) {
      await onPage(html, async (page) => {
        await page.evaluate(() => gnac.selectCluster?.(1));
        await page.evaluate(axe);
        const found = await page.evaluate(() => axe.run());
        assert.deepEqual(found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(" ")}`), []);
      }, { colorScheme });
    }
  }
});

test("text of the user's file is shown as text", async () => {
  const script = "<script>alert(1)</script>";
  const image = "</script><img src=x onerror=alert(2)>";
  const rows = Array.from({ length: 40 }, (_, i) => `"{{data}} ${image} ${i}",${Math.sin(i) + (i % 2) * 9},${Math.cos(i)}`);
  const data = written("hostile.csv", `id,"${script}","${image}"\n${rows.join("\n")}\n`);
  const expected = fitted("hostile", data, 2, "--id-column", "id");
  await onPage(expected.html, async (page) => {
    const options = await page.locator("#colour option").allTextContents();
    assert.ok(options.includes(`column: ${script}`) && options.includes(`column: ${image}`), options.join());
    assert.equal(await page.locator("img").count(), 0);
    await page.evaluate(() => gnac.selectCluster(0));
    assert.ok((await page.locator("#details").textContent()).includes(image));
  });
});

test("the policy forbids what is not ours", async () => {
  const context = await (await browserWith(true)).newContext({ offline: true });
  const page = await context.newPage();
  await page.goto(`file://${spirals().html}`);
  await page.waitForFunction(() => window.gnac !== undefined);
  const ran = await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.intruder = true";
    document.body.append(script);
    return window.intruder === true;
  });
  assert.equal(ran, false, "a script that is not the page's own does not run");
  const asked = await page.evaluate(() => fetch("https://example.org/").then(() => "answered", (error) => error.name));
  assert.equal(asked, "TypeError");
  await context.close();
});

test("lasso, and the selection as CSV", async () => {
  await onPage(spirals().html, async (page) => {
    await page.getByRole("button", { name: "Lasso" }).click();
    const box = await page.locator("#overlay").boundingBox();
    const at = (x, y) => [box.x + x * box.width, box.y + y * box.height];
    await page.mouse.move(...at(0.5, 0.15));
    await page.mouse.down();
    for (const corner of [[0.95, 0.15], [0.95, 0.95], [0.5, 0.95], [0.5, 0.2]]) await page.mouse.move(...at(...corner), { steps: 4 });
    await page.mouse.up();
    const selected = await page.evaluate(() => gnac.state.selection.reduce((sum, v) => sum + v, 0));
    assert.ok(selected > 200 && selected < 1900, `${selected} points`);
    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as CSV" }).click();
    const download = await waiting;
    const { head, rows } = table(await download.path());
    assert.deepEqual(head, ["row", "label", "x0", "x1"]);
    assert.equal(rows.length, selected);
    const points = table(sample("spirals", "-n", "2000", "-k", "3"));
    for (const [row, , x] of rows) assert.equal(points.rows[row - 2][0], x, "the header is row 1");
  });
});

test("hover names a point and its neighbours", async () => {
  await onPage(spirals().html, async (page) => {
    const [x, y] = await firstPoint(page);
    await page.mouse.move(x, y);
    await page.locator("#tip").waitFor({ state: "visible" });
    const text = await page.locator("#tip").textContent();
    assert.match(text, /row \d+.*cluster.*reference.*conducts to/);
  });
});

test("new points are marked among the fitted ones", async () => {
  const data = sample("spirals", "-n", "2000", "-k", "3");
  const model = inFolder("spirals.safetensors");
  gnac("fit", data, "-k", "3", "--quiet", "--model", model, "-o", inFolder("model.txt"));
  const more = sample("spirals", "-n", "60", "-k", "3", "--seed", "5");
  gnac("predict", model, more, "--quiet", "--page", inFolder("predict.html"), "-o", inFolder("predict.txt"));
  const labels = numbers(inFolder("predict.txt"));
  await onPage(inFolder("predict.html"), async (page) => {
    assert.deepEqual(await page.evaluate(() => [...gnac.data.newcomers.label]), labels);
    assert.match(await page.locator("#subtitle").textContent(), /60 new points/);
    const cells = await page.locator("#clusters tbody tr").evaluateAll((rows) => rows.map((row) => Number(row.lastChild.textContent)));
    assert.deepEqual(cells, [0, 1, 2].map((label) => labels.filter((l) => l === label).length));
    const at = await page.evaluate(() => {
      const m = gnac.camera.affine();
      const [x, y, z] = gnac.newPlaces();
      const box = document.getElementById("overlay").getBoundingClientRect();
      return [box.left + m.ax * x + m.ay * y + m.az * z + m.a0, box.top + m.bx * x + m.by * y + m.bz * z + m.b0];
    });
    await page.mouse.move(...at);
    assert.match(await page.locator("#tip").textContent(), new RegExp(`new row 1.*cluster ${labels[0]}`));
    await page.evaluate(axe);
    const found = await page.evaluate(() => axe.run());
    assert.deepEqual(found.violations.map((v) => v.id), []);
  });
});

test("a comparison points at the same point in all panels", async () => {
  const data = sample("spirals", "-n", "2000", "-k", "3");
  gnac("compare", data, "-k", "3", "--methods", "kmeans,genie", "--reference", `${data}.labels`, "--quiet", "--page", inFolder("linked.html"));
  await onPage(inFolder("linked.html"), async (page) => {
    assert.equal(await page.locator(".panel").count(), 4);
    const box = await page.locator(".panel").nth(1).boundingBox();
    for (let x = 0.3; x < 0.7 && await page.evaluate(() => gnac.hover) < 0; x += 0.01) {
      await page.mouse.move(box.x + x * box.width, box.y + box.height / 2);
    }
    assert.match(await page.locator("#subtitle").textContent(), /^row \d+: Reference \d+, k-means \d+, Genie \d+$/);
    const zoom = await page.evaluate(() => gnac.camera.zoom);
    await page.keyboard.press("+");
    assert.ok(await page.evaluate(() => gnac.camera.zoom) > zoom);
    await page.keyboard.press("0");
    assert.equal(await page.evaluate(() => gnac.camera.zoom), zoom);
    await page.keyboard.press("?");
    assert.ok(!(await page.locator("#help").textContent()).includes("play"), "only keys that work here");
  });
});

test("where each method chose its own number of clusters, its panel says which", async () => {
  const data = written("two.csv", "x,y\n" + Array.from({ length: 80 }, (_, i) => `${i < 40 ? i % 7 : 90 + i % 7},${i < 40 ? i % 5 : 60 + i % 5}`).join("\n"));
  gnac("compare", data, "--methods", "gnac,kmeans", "--quiet", "--page", inFolder("chosen.html"));
  await onPage(inFolder("chosen.html"), async (page) => {
    for (const panel of (await page.locator("h2").allTextContents()).slice(0, 2)) assert.match(panel, /2 clusters · /);
  });
});

test("a comparison shows every point in every panel, below its name", async () => {
  const data = written("far.csv", "x,y\n" + Array.from({ length: 80 }, (_, i) => `${i < 40 ? i % 7 : 90 + i % 7},${i < 40 ? i % 5 : 60 + i % 5}`).join("\n"));
  gnac("compare", data, "-k", "2", "--methods", "kmeans,genie,ward,gmm", "--scale", "global", "--quiet", "--page", inFolder("far.html"));
  for (const viewport of [{ width: 1024, height: 768 }, { width: 390, height: 844 }, { width: 1600, height: 500 }]) {
    await onPage(inFolder("far.html"), async (page) => {
      const outside = await page.evaluate(() => gnac.panels.map(({ box }) => {
        gnac.camera.resize(box.clientWidth, box.clientHeight);
        const m = gnac.camera.affine();
        const name = box.querySelector("h2").getBoundingClientRect().bottom - box.getBoundingClientRect().top;
        let count = 0;
        for (let p = 0; p < gnac.places.length; p += 3) {
          const x = m.ax * gnac.places[p] + m.ay * gnac.places[p + 1] + m.a0;
          const y = m.bx * gnac.places[p] + m.by * gnac.places[p + 1] + m.b0;
          count += x < 0 || x > box.clientWidth || y < name || y > box.clientHeight;
        }
        return count;
      }));
      assert.deepEqual(outside, outside.map(() => 0), `${viewport.width} pixels`);
    }, { viewport });
  }
});

test("sizes and script time", async (t) => {
  const small = statSync(spirals().html).size;
  const large = statSync(hundredThousand().html).size;
  assert.ok(small <= 1e6, `${small} bytes at 2,000 points`);
  assert.ok(large <= 12e6, `${large} bytes at 100,000 points`);
  t.diagnostic(`${small} bytes at 2,000 points, ${large} at 100,000`);
  for (const webgl of [true, false]) {
    await onPage(hundredThousand().html, async (page) => {
      const box = await page.locator("#overlay").boundingBox();
      for (const edges of ["cut", "all"]) {
        await page.evaluate((choice) => gnac.setEdges(choice), edges);
        await settled(page);
        await page.mouse.move(box.x + 300, box.y + 300);
        await page.evaluate(() => { gnac.stage.frames.length = 0; });
        await page.mouse.down();
        await page.mouse.move(box.x + 400, box.y + 380, { steps: 30 });
        await page.mouse.up();
        for (let turn = 0; turn < 10; ++turn) await page.mouse.wheel(0, -40);
        const { frames, shown } = await page.evaluate(() => ({
          frames: [...gnac.stage.frames].sort((a, b) => a - b),
          shown: document.getElementById("edges-note").textContent.split(" ")[0],
        }));
        t.diagnostic(`${webgl ? "WebGL" : "canvas"}, ${shown} edges: script per frame while panning and zooming, median ${frames[frames.length >> 1].toFixed(2)} ms, most ${frames.at(-1).toFixed(2)} ms of ${frames.length}`);
      }
    }, { webgl });
  }
});
