// The import form: tells how much of the files is sent, and takes files that are dropped on it. It
// works without this.
"use strict";
(() => {
  const form = document.querySelector("form[data-upload]");
  const told = document.getElementById("sending");
  if (!form || !told) return;
  const button = form.querySelector("button");
  const files = form.elements.file;

  const tell = (words, part) => {
    told.hidden = false;
    const bar = document.createElement("progress");
    if (part !== undefined) bar.value = part;
    told.replaceChildren(words, " ", ...(part === null ? [] : [bar]));
  };

  // Back leads from the report to the form, with what was typed.
  const asked = { main: document.querySelector("main"), title: document.title };
  let report = asked;
  const show = ({ main, title }) => {
    document.title = title;
    document.querySelector("main").replaceWith(main);
    scrollTo(0, 0);
    const heading = main.querySelector("h1");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus();
  };
  addEventListener("popstate", ({ state }) => {
    button.disabled = false;
    told.hidden = true;
    show(state?.report ? report : asked);
  });

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const request = new XMLHttpRequest();
    request.open("POST", form.action);
    request.responseType = "document";
    request.upload.onprogress = ({ loaded, total }) => {
      const percent = total ? Math.floor((100 * loaded) / total) : 0;
      if (loaded < total) tell(`${percent} % is sent`, loaded / total);
      else tell("All is sent; the rules replay it");
    };
    request.onload = () => {
      const next = request.response?.querySelector("main");
      if (!next) return request.onerror();
      history.pushState({ report: true }, "");
      report = { main: document.adoptNode(next), title: request.response.title };
      show(report);
    };
    request.onerror = () => {
      button.disabled = false;
      tell("The connection broke off. Send it again: what is stored already changes nothing.", null);
    };
    request.send(new FormData(form));
    button.disabled = true;
    tell("Sending");
  });

  form.addEventListener("dragover", (event) => event.preventDefault());
  form.addEventListener("drop", (event) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    files.files = event.dataTransfer.files;
  });
})();
