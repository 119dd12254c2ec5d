// Blocking on purpose: the remembered theme must apply before the first paint.
;(function () {
  try {
    var theme = localStorage.getItem('theme')
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  } catch {
    // Without storage, the system's theme applies.
  }
})()
