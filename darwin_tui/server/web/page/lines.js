// The line-by-line page: the server's lines become paragraphs, and its numbered choices become
// buttons, which work until the next line that is no choice.
"use strict";

const LINES_MAX = 600;

const element = (id) => document.getElementById(id);
const decoder = new TextDecoder();
let unfinished = "";
let choices = [];

function send(line) {
  add("p", `> ${line}`).className = "own";
  retire();
  socket.send(JSON.stringify(["stdin", `${line}\n`]));
}

function add(tag, text) {
  const log = element("log");
  const line = log.appendChild(document.createElement(tag));
  line.textContent = text;
  if (log.childElementCount > LINES_MAX) {
    log.firstElementChild.remove();
  }
  log.scrollTop = log.scrollHeight;
  return line;
}

function retire() {
  for (const choice of choices) {
    choice.disabled = true;
  }
  choices = [];
}

function show(line) {
  const number = Number(/^(\d+)\. /.exec(line)?.[1]);
  if (number === choices.length + 1 || number === 1) {
    if (number === 1) {
      retire();
    }
    const choice = add("button", line);
    choice.addEventListener("click", () => send(`${number}`));
    choices.push(choice);
  } else {
    retire();
    add("p", line);
  }
}

const socket = new WebSocket(element("log").dataset.socket);
socket.binaryType = "arraybuffer";
socket.addEventListener("message", ({ data }) => {
  const lines = (unfinished + decoder.decode(data, { stream: true })).split("\n");
  unfinished = lines.pop();
  lines.forEach(show);
});
element("command").addEventListener("submit", (event) => {
  event.preventDefault();
  send(element("line").value);
  element("line").value = "";
});
element("often").addEventListener("click", ({ target }) => {
  if (target.dataset.line) {
    send(target.dataset.line);
  }
});
