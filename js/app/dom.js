/** An element with properties and children; strings become text, never markup. */
export function element(tag, properties = {}, children = []) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

export const byId = (id) => document.getElementById(id);
