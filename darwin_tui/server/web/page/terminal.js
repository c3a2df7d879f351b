// Fits the terminal into its window, with the largest font that shows a whole table. For touch
// screens it adds keys, taps, pinches, drags, and a line to type in with the system's keyboard.
"use strict";

const COLUMNS = 80;
const ROWS = 24;
const FONT = "'Roboto Mono', Monaco, 'Courier New', monospace";
const NORMAL_PX = 16;
const SMALLEST_PX = 4;
const LARGEST_PX = 32;
const READABLE_PX = 10;
const STEP_PX = 0.25;
const ZOOM = 1.25;
const ROUNDING_PX = 2;
const ROWS_OF_WHEEL = 2;
const SEQUENCES = {
  ArrowUp: "\x1b[A",
  ArrowDown: "\x1b[B",
  ArrowRight: "\x1b[C",
  ArrowLeft: "\x1b[D",
  Backspace: "\x7f",
  Enter: "\r",
  Escape: "\x1b",
  Tab: "\t",
};

const element = (id) => document.getElementById(id);
const pen = document.createElement("canvas").getContext("2d");

let terminal = null;
let refit = () => {};
let fontPx = NORMAL_PX;
let zoomedPx = 0; // 0 for the font that fits.
let fittedWidth = 0;

// textual.js keeps its terminal private, but the font has to follow the window. This setter catches
// the terminal when textual.js stores it.
Object.defineProperty(Object.prototype, "terminal", {
  configurable: true,
  set(made) {
    delete Object.prototype.terminal;
    this.terminal = terminal = made;
    // Wait until textual.js has opened the terminal.
    queueMicrotask(() => {
      refit = window.onresize;
      window.onresize = fit;
      quieten();
      fit();
    });
  },
});

// --- the font

function measured(px) {
  pen.font = `${px}px ${FONT}`;
  const letter = pen.measureText("W");
  const dots = window.devicePixelRatio;
  const height = letter.fontBoundingBoxAscent + letter.fontBoundingBoxDescent;
  return { width: Math.floor(letter.width * dots) / dots, height: Math.ceil(height * dots) / dots };
}

function setFont(px) {
  fontPx = px;
  element("terminal").dataset.fontSize = px;
  if (!terminal) {
    return measured(px);
  }
  terminal.options.fontSize = px;
  const drawn = document.querySelector(".xterm-screen").getBoundingClientRect();
  return { width: drawn.width / terminal.cols, height: drawn.height / terminal.rows };
}

function fit() {
  if (!element("typing").hidden && window.innerWidth === fittedWidth) {
    // The system's keyboard may cover half of the table, which keeps its size meanwhile.
    return;
  }
  fittedWidth = window.innerWidth;
  const { clientWidth: width, clientHeight: height } = element("screen");
  const fits = (cell) =>
    COLUMNS * cell.width + ROUNDING_PX <= width && ROWS * cell.height + ROUNDING_PX <= height;
  let px = NORMAL_PX;
  while (px > SMALLEST_PX && !fits(measured(px))) {
    px -= STEP_PX;
  }
  if (zoomedPx <= px) {
    zoomedPx = 0;
  }
  let cell = setFont(zoomedPx || px);
  // Browsers round the size of a terminal's cells differently, so measure the drawn cells.
  while (!zoomedPx && px > SMALLEST_PX && !fits(cell)) {
    px -= STEP_PX;
    cell = setFont(px);
  }
  const { style } = element("terminal");
  style.width = `${Math.max(width, Math.ceil(COLUMNS * cell.width) + ROUNDING_PX)}px`;
  style.height = `${Math.max(height, Math.ceil(ROWS * cell.height) + ROUNDING_PX)}px`;
  document.body.classList.toggle("zoomed", zoomedPx > 0);
  document.body.classList.toggle("small", px < READABLE_PX);
  refit();
}

function zoom(px) {
  zoomedPx = Math.min(px, LARGEST_PX);
  fit();
}

// --- keys on the screen

function send(keys) {
  terminal?.input(keys);
}

function showKeys() {
  document.body.classList.add("touch");
  quieten();
  fit();
}

// Keep a tap on the table from opening the system's keyboard.
function quieten() {
  if (terminal && document.body.classList.contains("touch")) {
    terminal.textarea.inputMode = "none";
  }
}

function type(isOn) {
  element("typing").hidden = !isOn;
  document.body.classList.toggle("typing", isOn);
  if (isOn) {
    element("typed").focus();
  } else {
    terminal?.focus();
  }
  resize();
}

function resize() {
  // Safari does not shrink the page when its keyboard covers a part of it.
  document.body.style.height = element("typing").hidden ? "" : `${window.visualViewport.height}px`;
  showCursor();
  fit();
}

function showCursor() {
  if (terminal && !element("typing").hidden) {
    const drawn = document.querySelector(".xterm-screen").getBoundingClientRect();
    const screen = element("screen");
    const { cursorX, cursorY } = terminal.buffer.active;
    screen.scrollTop = ((cursorY + 0.5) / terminal.rows) * drawn.height - screen.clientHeight / 2;
    screen.scrollLeft = ((cursorX + 0.5) / terminal.cols) * drawn.width - screen.clientWidth / 2;
  }
}

let sent = [];

function sendTyped() {
  const typed = [...element("typed").value];
  const same = typed.findIndex((letter, place) => letter !== sent[place]);
  const common = same < 0 ? Math.min(typed.length, sent.length) : same;
  send("\x7f".repeat(sent.length - common) + typed.slice(common).join(""));
  sent = typed;
  showCursor();
}

function press(key) {
  send(SEQUENCES[key] ?? key);
  if (key === "Backspace") {
    sent.pop();
  } else {
    sent = [];
  }
  element("typed").value = sent.join("");
}

// --- fingers on the table

let touched = null;

function distance([first, second]) {
  return Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY);
}

function touch(event) {
  const { touches } = event;
  const isPinch = touches.length === 2;
  touched = { y: touches[0].clientY, isPinch, px: fontPx, wide: isPinch ? distance(touches) : 0 };
}

function drag(event) {
  const { touches, target } = event;
  if (touched?.isPinch && touches.length === 2) {
    event.preventDefault();
    const px = Math.round(touched.px * (distance(touches) / touched.wide));
    if (px !== Math.round(fontPx)) {
      zoom(px);
    }
  } else if (touched && !touched.isPinch && !zoomedPx) {
    // Lists and texts follow the finger. One turn of the wheel moves some of them by several rows.
    const { clientX, clientY } = touches[0];
    const step = (ROWS_OF_WHEEL * element("terminal").clientHeight) / terminal.rows;
    while (Math.abs(clientY - touched.y) >= step) {
      const deltaY = -Math.sign(clientY - touched.y);
      touched.y -= deltaY * step;
      const turn = { deltaY, deltaMode: WheelEvent.DOM_DELTA_LINE, clientX, clientY };
      target.dispatchEvent(new WheelEvent("wheel", { ...turn, bubbles: true, cancelable: true }));
    }
  }
}

// --- the page

document.addEventListener("DOMContentLoaded", () => {
  const asks = new URLSearchParams(window.location.search).has("keys");
  if (asks || window.matchMedia("(pointer: coarse)").matches) {
    document.body.classList.add("touch");
  }
  window.addEventListener("touchstart", showKeys, { once: true, passive: true });
  for (const keys of document.querySelectorAll(".keys, #typing")) {
    // A press on these keys leaves the focus on the table or the typing line.
    keys.addEventListener("mousedown", (event) => {
      if (event.target.tagName !== "INPUT") {
        event.preventDefault();
      }
    });
    // Browsers make no click of a slow tap, or of a tap soon after a drag.
    keys.addEventListener("touchend", (event) => {
      const { target, cancelable } = event;
      const { clientX, clientY } = event.changedTouches[0];
      if (target.tagName === "BUTTON" && cancelable) {
        event.preventDefault();
        if (document.elementFromPoint(clientX, clientY) === target) {
          target.click();
        }
      }
    });
    keys.addEventListener("click", ({ target }) => {
      if (target.dataset.key) {
        press(target.dataset.key);
      }
    });
  }
  element("larger").addEventListener("click", () => zoom(fontPx * ZOOM));
  element("smaller").addEventListener("click", () => zoom(fontPx / ZOOM));
  element("type").addEventListener("click", () => type(true));
  element("done").addEventListener("click", () => type(false));
  element("whole-screen").hidden = !document.fullscreenEnabled;
  element("whole-screen").addEventListener("click", () => {
    document.documentElement.requestFullscreen();
    type(false);
  });
  element("typed").addEventListener("input", sendTyped);
  element("typed").addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === "Escape") {
      event.preventDefault();
      press(event.key);
    }
  });
  window.visualViewport?.addEventListener("resize", resize);
  const screen = element("screen");
  screen.addEventListener("touchstart", touch, { passive: true });
  screen.addEventListener("touchmove", drag, { passive: false });
});
// Fit the font before textual.js opens the terminal.
window.addEventListener("load", fit);
