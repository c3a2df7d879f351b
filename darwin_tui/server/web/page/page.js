// Reloads the page when the connection is lost. After the end of a session, a button reloads it.
"use strict";

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10000;
const ENDED = 1000;
const RESTART = 1012;

function say(what) {
  const ended = document.getElementById("ended");
  document.getElementById("words").textContent = ended.dataset[what];
  ended.hidden = false;
  // Otherwise the terminal would keep the focus and take all keys, Tab included.
  document.getElementById("again").focus();
}

async function comeBack(wait) {
  try {
    const answer = await fetch("/alive", { cache: "no-store" });
    if (answer.ok) {
      window.location.reload();
      return;
    }
  } catch {
    // The server does not answer yet.
  }
  setTimeout(comeBack, wait, Math.min(2 * wait, LONGEST_WAIT_MS));
}

const NativeSocket = window.WebSocket;
window.WebSocket = class extends NativeSocket {
  constructor(path, ...given) {
    const address = new URL(path, window.location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    super(address, ...given);
    this.addEventListener("open", () => {
      document.querySelector(".xterm-helper-textarea")?.focus();
    });
    this.addEventListener("close", (event) => {
      if (event.code === ENDED) {
        say("ended");
      } else {
        say(event.code === RESTART ? "restarts" : "lost");
        setTimeout(comeBack, FIRST_WAIT_MS, FIRST_WAIT_MS);
      }
    });
  }
};

document.addEventListener("DOMContentLoaded", () => {
  document.getElementById("again").addEventListener("click", () => comeBack(FIRST_WAIT_MS));
});
