// Buttons, lists and sliders change the state of the page.

import { colourChoices } from "./colours.js";
import { made } from "./panels.js";
import { saveStories } from "./story.js";

const byId = (id) => document.getElementById(id);

function fillViews(app) {
  const box = byId("views");
  app.data.views.forEach((view, v) => {
    const input = made("input", { type: "radio", name: "view", value: String(v), onchange: () => app.setView(v) });
    input.checked = v === app.state.view;
    box.append(made("label", {}, input, made("span", { text: view.title })));
  });
  box.hidden = app.data.views.length < 2;
}

function fillColours(app) {
  const list = byId("colour");
  for (const [value, text] of colourChoices(app.data)) list.append(made("option", { value, text }));
  list.value = app.state.colour;
  list.addEventListener("change", () => app.setColour(list.value));
}

/** Which two columns the view of columns shows. */
function fillAxes(app) {
  const lists = [byId("column-x"), byId("column-y")];
  lists.forEach((list, axis) => {
    app.data.numbers.forEach(({ name }, c) => list.append(made("option", { value: String(c), text: name })));
    list.value = String(axis);
    list.addEventListener("change", () => app.setColumns(...lists.map(({ value }) => Number(value))));
  });
}

function fillTools(app) {
  const tools = [["pan", "Look", "Drag to move or turn the picture, click a point to select its cluster"], ["lasso", "Lasso", "Draw around points to select them"]];
  const box = byId("tools");
  for (const [tool, text, title] of [...tools, ...app.healTools()]) {
    box.append(made("button", { type: "button", "data-tool": tool, text, title, "aria-pressed": String(tool === app.state.tool), onclick: () => app.setTool(tool) }));
  }
  box.append(made("button", { type: "button", text: "Whole picture", title: "See everything again (0)", onclick: () => app.resetCamera() }));
}

export function showTool(tool) {
  for (const button of byId("tools").querySelectorAll("[data-tool]")) {
    button.setAttribute("aria-pressed", String(button.dataset.tool === tool));
  }
  byId("overlay").className = tool === "pan" ? "" : "draw";
}

export function buildControls(app) {
  fillViews(app);
  fillColours(app);
  fillAxes(app);
  fillTools(app);
  const on = (id, event, fn) => byId(id).addEventListener(event, () => fn(byId(id)));
  on("theme", "click", () => app.setDark(!app.dark));
  on("help-open", "click", () => byId("help").showModal());
  on("count", "input", (slider) => app.setCount(Number(slider.value)));
  on("edges", "change", (list) => app.setEdges(list.value));
  on("threshold", "input", (slider) => app.setThreshold(Number(slider.value)));
  on("size", "input", (slider) => app.setSize(Number(slider.value)));
  on("names", "change", (box) => app.setNames(box.checked));
  on("play", "click", () => app.setPlaying(!app.state.playing));
  on("back", "click", () => app.stepBy(-1));
  on("forward", "click", () => app.stepBy(1));
  on("step", "input", (slider) => app.setTime(Number(slider.value)));
  on("save-stories", "click", () => saveStories(app));
  on("save-page", "click", () => app.names.savePage());
  on("copy-link", "click", () => app.copyLink());
  on("speed", "change", (list) => app.setSpeed(Number(list.value)));
  byId("count").max = String(app.data.partitions.length - 1);
  byId("count").disabled = app.data.partitions.length < 2;
  byId("size").value = String(app.state.size);
  byId("edges").value = app.state.edges;
  if (app.data.steps) {
    byId("time").hidden = false;
    byId("step").max = String(app.data.steps.at.length - 1);
  }
  document.addEventListener("keydown", (event) => pressed(app, event));
}

const nextOf = (list, value) => list[(list.indexOf(value) + 1) % list.length];

function pressed(app, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || byId("help").open) return;
  const inField = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
  const onButton = event.target.tagName === "BUTTON";
  const actions = {
    "[": () => app.setCount(app.state.k - 1),
    "]": () => app.setCount(app.state.k + 1),
    "+": () => app.zoom(1.3), "=": () => app.zoom(1.3), "-": () => app.zoom(1 / 1.3),
    0: () => app.resetCamera(),
    v: () => app.setView((app.state.view + 1) % app.data.views.length),
    c: () => app.setColour(nextOf(app.colours(), app.state.colour)),
    "/": () => byId("search").focus(),
    e: () => app.setEdges(nextOf(["none", "cut", "all"], app.state.edges)),
    d: () => app.setDark(!app.dark),
    "?": () => byId("help").showModal(),
    Escape: () => app.clear(),
  };
  app.data.views.forEach((_, v) => { actions[v + 1] = () => app.setView(v); });
  if (!inField && !onButton) actions[" "] = () => app.setPlaying(!app.state.playing);
  if (!inField) {
    const by = event.shiftKey ? 40 : 0;
    actions.ArrowLeft = by ? () => app.pan(by, 0) : () => app.stepBy(-1);
    actions.ArrowRight = by ? () => app.pan(-by, 0) : () => app.stepBy(1);
    if (by) {
      actions.ArrowUp = () => app.pan(0, by);
      actions.ArrowDown = () => app.pan(0, -by);
    }
  }
  const writes = event.target.matches("input:not([type=range], [type=checkbox], [type=radio])");
  if ((event.target.tagName === "SELECT" || writes) && event.key.length === 1) return;  // letters are for the field
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}
