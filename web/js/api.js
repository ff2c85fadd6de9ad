/**
 * Questions to the server: short ones in one request, long ones as jobs whose cubes come as they are found.
 *
 * While the server cannot be reached, questions wait for it; see docs/server.md for what it understands.
 */

import { sentence } from "./words.js";

const BETWEEN_TRIES = 1000; // milliseconds

/** The server refuses a question. */
export class Refused extends Error {}

/** @type {(lost: boolean) => void} */
let onLost = () => {};
/** @type {Promise<void> | null} ends when the server answers again; null while it does */
let away = null;

/** Register a function to run whenever the server is lost, and when it is back. @param {(lost: boolean) => void} run */
export const onConnection = (run) => { onLost = run; };

/** Ask a question, with parameters as in docs/server.md; what is malformed, or comes while the server is busy, is `Refused`.
 * @type {(question: string, parameters: Record<string, any>, signal?: AbortSignal) => Promise<any>} */
export async function ask(question, parameters, signal) {
  return parsed(await (await send(`api/${question}`, { method: "POST", ...json(parameters), signal })).text());
}

/** Parse JSON; whole numbers that would be rounded become texts. @type {(text: string) => any} */
function parsed(text) {
  const texts = /"(?:[^"\\]|\\.)*"|-?[\d.eE+-]+/g;
  const isRounded = (/** @type {string} */ part) => /^-?\d+$/.test(part) && !Number.isSafeInteger(Number(part));
  return JSON.parse(text.replace(texts, (part) => isRounded(part) ? `"${part}"` : part));
}

/** @typedef {{fraction: number | null, note: string}} Progress */
/** @typedef {{begun?: (address: string) => void, cube?: (cube: any) => void, progress?: (progress: Progress) => void, restart?: () => void}} JobEvents
 * the address of the job; a cube; how far it is; and that the question begins again, so that cubes so far are to be forgotten */

/** Ask a question that may take long, and return its answer, or fail as `ask` does; the signal ends the job.
 * @type {(question: string, parameters: Record<string, any>, events: JobEvents, signal: AbortSignal) => Promise<any>} */
export async function run(question, parameters, events, signal) {
  const response = await send("api/jobs", { method: "POST", ...json({ question, parameters }), signal });
  const address = response.headers.get("Location") ?? `api/jobs/${(await response.json()).id}`;
  events.begun?.(address);
  try {
    return await followed(`${address}/events`, events, signal);
  } finally {
    if (signal.aborted) fetch(address, { method: "DELETE" }).catch(() => {});
  }
}

/** @type {(address: string, events: JobEvents, signal: AbortSignal) => Promise<any>} */
function followed(address, events, signal) {
  const source = new EventSource(address); // comes back by itself, with the number of the last event
  const data = (/** @type {MessageEvent} */ event) => parsed(event.data);
  /** @type {any[]} */
  let cubes = [];
  return new Promise((resolve, reject) => {
    source.addEventListener("cube", (event) => {
      cubes.push(data(event));
      events.cube?.(cubes[cubes.length - 1]);
    });
    source.addEventListener("progress", (event) => events.progress?.(data(event)));
    source.addEventListener("restart", () => {
      cubes = [];
      events.restart?.();
    });
    source.addEventListener("answer", (event) => resolve({ cubes, ...data(event) }));
    source.addEventListener("error", (event) => {
      if (event instanceof MessageEvent) reject(refusal(data(event)));
      else if (source.readyState === EventSource.CLOSED) reject(new Refused("the server no longer has this question: ask again"));
      else void returned();
    });
    ended(signal).catch(reject);
  }).finally(() => source.close());
}

/** @param {any} body */
const json = (body) => ({ headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

/** @type {(address: string, request: RequestInit) => Promise<Response>} */
async function send(address, request) {
  for (;;) {
    try {
      const response = await fetch(address, request);
      if (response.ok) return response;
      throw refusal(await response.json().catch(() => ({})), response.status);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // fetch has no other for a server that is away
      await Promise.race([returned(), ...(request.signal ? [ended(request.signal)] : [])]);
    }
  }
}

/** Wait until a server that was lost answers again, whether or not a question still waits for it. */
function returned() {
  return (away ??= (async () => {
    onLost(true);
    do await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES));
    while (!(await fetch("api/status").catch(() => null)));
    away = null;
    onLost(false);
  })());
}

/** @type {(answer: any, status?: number) => Refused} */
function refusal(answer, status) {
  const { problem = `the server could not answer (${status ?? "no reason given"})`, remedy } = answer;
  const plain = remedy && !/[`"]/.test(remedy); // not for those who write programs or commands
  return new Refused((plain ? `${problem}: ${remedy}` : problem).replace(/ \(as [a-z-]+\)/, ""));
}

/** @type {(signal: AbortSignal) => Promise<never>} fails once the question is given up */
const ended = (signal) => new Promise((_, reject) =>
  signal.addEventListener("abort", () => reject(new DOMException("stopped", "AbortError"))));

/** Do some work; what the server refuses is said in an element. @template T @param {HTMLElement} place @param {() => Promise<T>} work @returns {Promise<T | undefined>} */
export async function told(place, work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    place.textContent = sentence(error.message);
    return undefined;
  }
}

/** Runs one question at a time: a new one ends the one before. */
export class Latest {
  controller = new AbortController();

  /** @template T @param {(signal: AbortSignal) => Promise<T>} work @returns {Promise<T | undefined>} undefined if it was ended */
  async start(work) {
    this.stop();
    const controller = (this.controller = new AbortController());
    try {
      const result = await work(controller.signal);
      return controller.signal.aborted ? undefined : result;
    } catch (error) {
      if (controller.signal.aborted) return undefined;
      throw error;
    }
  }

  stop() {
    this.controller.abort();
  }
}
