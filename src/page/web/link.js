// A link for what is shown: view, colour, number of clusters, the selected cluster, what is searched for.

/** The settings in the address after #. */
export function linkOf(app) {
  const { state, data } = app;
  const words = new URLSearchParams();
  if (state.view > 0) words.set("view", app.view().name);
  if (state.colour !== "cluster") words.set("colour", state.colour);
  if (state.k !== data.own) words.set("k", String(data.partitions[state.k].clusters));
  if (state.cluster !== null) words.set("cluster", String(app.partition().label.get(state.cluster)));
  if (app.find.search.value) words.set("search", app.find.search.value);
  return words.toString();
}

/** Shows what a link asks for, as far as this page has it. */
export function followLink(app, text) {
  const words = new URLSearchParams(text);
  const { data } = app;
  const view = data.views.findIndex(({ name }) => name === words.get("view"));
  if (view >= 0) app.setView(view);
  const k = data.partitions.findIndex(({ clusters }) => String(clusters) === words.get("k"));
  if (k >= 0) app.setCount(k);
  if (app.colours().includes(words.get("colour"))) app.setColour(words.get("colour"));
  for (const [colour, label] of app.partition().label) {
    if (String(label) === words.get("cluster")) app.selectCluster(colour);
  }
  if (words.get("search")) {
    app.find.search.value = words.get("search");
    app.find.run();
  }
}
