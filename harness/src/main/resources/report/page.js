// Reading needs none of this: it unfolds what a link points at and filters the event table.
(function () {
  function unfold() {
    var target = location.hash && document.getElementById(location.hash.slice(1));
    var fold = target && target.closest("details");
    if (fold) {
      fold.open = true;
      target.scrollIntoView({ block: "center" });
    }
  }
  window.addEventListener("hashchange", unfold);
  unfold();
  window.addEventListener("beforeprint", function () {
    document.querySelectorAll("details").forEach(function (fold) { fold.open = true; });
  });
  document.querySelectorAll("input[type=search]").forEach(function (input) {
    var rows = input.parentElement.querySelectorAll("tbody tr");
    input.addEventListener("input", function () {
      var words = input.value.toLowerCase().split(/\s+/);
      rows.forEach(function (row) {
        var text = row.textContent.toLowerCase();
        row.hidden = !words.every(function (word) { return text.includes(word); });
      });
    });
  });
})();
