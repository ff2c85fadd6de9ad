/** The options of a question as controls, made from the description of its parameters in the API. */

import { byId, make } from "./dom.js";

/** @typedef {{name: string, value: () => any, control: HTMLElement}} Option */

/** @type {Promise<any> | null} */
let described = null;

/**
 * Show the options of a question when a `details` is opened, with the page's own defaults.
 * @param {string} id of the `details`
 * @param {string} question
 * @param {string[]} names of the parameters, in order
 * @param {Record<string, any>} usual defaults of the page, where they differ from those of the API
 * @returns {() => Record<string, any>} a function that returns the parameters of a request
 */
export function options(id, question, names, usual) {
  /** @type {Option[]} */
  let controls = [];
  const details = byId(id);
  details.addEventListener("toggle", async () => {
    if (!details.open || controls.length) return;
    const parameters = await parametersOf(question);
    if (controls.length) return; // it was opened twice meanwhile
    controls = names.filter((name) => name in parameters).map((name) => option(name, parameters[name], usual[name]));
    details.append(...controls.map(({ control }) => control));
  });
  return () => controls.reduce((asked, { name, value }) => {
    const given = value();
    if (given !== undefined) asked[name] = given;
    return asked;
  }, { ...usual });
}

/** @type {(question: string) => Promise<Record<string, any>>} */
async function parametersOf(question) {
  described ??= fetch("api/openapi.json").then((response) => response.json());
  const api = await described.catch(() => null);
  if (!api) described = null; // to be asked for again
  const body = api?.paths[`/api/${question}`]?.post.requestBody.content["application/json"].schema;
  return body ? api.components.schemas[body.$ref.split("/").pop()].properties : {};
}

/** @type {(name: string, schema: any, usual: any) => Option} */
function option(name, schema, usual) {
  const kind = [schema, ...(schema.anyOf ?? [])].find((one) => one.type && one.type !== "null") ?? {};
  const initial = usual ?? schema.default;
  const input = schema.enum ? choice(schema.enum, initial) : field(kind, initial);
  input.id = `option-${name.replaceAll("_", "-")}`;
  const label = make("span", {}, `${name[0].toUpperCase()}${name.slice(1).replaceAll("_", " ")}`);
  const control = make("label", { class: "option" }, input, label, make("small", {}, schema.description));
  return { name, control, value: () => changed(valueOf(input), initial) };
}

/** @type {(names: (string | null)[], initial: any) => any} */
function choice(names, initial) {
  const all = names.map((name) => make("option", { value: name ?? "", selected: name === initial }, name ?? "—"));
  return make("select", {}, ...all);
}

/** @type {(kind: any, initial: any) => any} */
function field(kind, initial) {
  if (kind.type === "boolean") return make("input", { type: "checkbox", checked: initial === true });
  if (kind.type === "string") return make("input", { autocomplete: "off", spellcheck: "false", value: initial ?? "" });
  const most = kind.maximum <= Number.MAX_SAFE_INTEGER ? kind.maximum : null;
  return make("input", { type: "number", min: kind.minimum, max: most, value: initial ?? "" });
}

/** @type {(input: any) => any} */
function valueOf(input) {
  if (input.type === "checkbox") return input.checked;
  if (input.value === "") return undefined; // as if the field were absent
  return input.type === "number" ? Number(input.value) : input.value;
}

/** @type {(value: any, initial: any) => any} undefined if it is the default */
function changed(value, initial) {
  return value === initial ? undefined : value;
}
