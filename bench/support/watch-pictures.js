// Runs in the page: notes when a picture is first on the screen after the click on Complete.
const seen = { from: 0, early: 0, finished: 0 }
window.watched = { seen }

const EARLY = 'img[alt="What is being made, in a small size"]'
const isLoaded = (picture) => picture !== null && picture.complete && picture.naturalWidth > 0
/** The frame after the one that finds a picture loaded has painted it. */
const note = (which) =>
  requestAnimationFrame(() => {
    seen[which] ||= performance.now()
  })

function look() {
  if (isLoaded(document.querySelector(EARLY))) note('early')
  if (location.pathname.startsWith('/creations/') && isLoaded(document.querySelector('main img')))
    note('finished')
  if (seen.finished === 0) requestAnimationFrame(look)
}

addEventListener(
  'click',
  ({ target }) => {
    if (!target.closest('button')?.textContent.startsWith('Complete')) return
    seen.from = performance.now()
    look()
  },
  true,
)
