// Live parts: what the server tells of becomes an event of the page's body, at which htmx asks for the parts that name it. Everything
// else here only spares a click or a look at the clock; every page works without.

const MOST_OFTEN_MS = 700

const follow = (address) => {
  const waiting = new Map()
  let paused = false
  const tell = (kind) => {
    if (paused || waiting.has(kind)) return
    // Many happenings in a moment are one refresh, and the last of them is never missed.
    waiting.set(
      kind,
      setTimeout(() => {
        waiting.delete(kind)
        document.body.dispatchEvent(new CustomEvent(`playa:${kind}`))
      }, MOST_OFTEN_MS),
    )
  }
  const source = new EventSource(address)
  for (const kind of ['exchange', 'delivery', 'clock', 'world']) source.addEventListener(kind, () => tell(kind))
  document.addEventListener('click', ({ target }) => {
    const button = target.closest?.('[data-live]')
    if (!button) return
    paused = button.getAttribute('aria-pressed') !== 'true'
    button.setAttribute('aria-pressed', String(paused))
    button.textContent = paused ? 'Go on' : 'Pause'
    if (!paused) tell('exchange')
  })
  addEventListener('pagehide', () => source.close())
}

const { events } = document.body.dataset
if (events) follow(events)

document.addEventListener('click', async ({ target }) => {
  const button = target.closest?.('[data-copy]')
  if (!button) return
  const place = document.getElementById(button.dataset.copy)
  try {
    await navigator.clipboard.writeText(place.textContent)
    button.textContent = 'Copied'
  } catch {
    // Without leave to use the clipboard the text is at least marked.
    getSelection().selectAllChildren(place)
    button.textContent = 'Marked'
  }
  setTimeout(() => {
    button.textContent = 'Copy'
  }, 1500)
})

const pad = (number) => String(number).padStart(2, '0')
const loadedMs = performance.now()
const minutesOf = (zone) =>
  zone === '' || zone === 'Z'
    ? 0
    : Number(zone.slice(0, 3)) * 60 + Math.sign(Number(zone.slice(0, 3)) || 1) * Number(zone.slice(4))

const tick = () => {
  for (const place of document.querySelectorAll('time[data-clock]')) {
    const { clock, speed, zone, since = loadedMs } = place.dataset
    place.dataset.since = since
    const ms = Number(clock) + (performance.now() - Number(since)) * Number(speed) + minutesOf(zone) * 60000
    const at = new Date(ms)
    place.textContent = `${at.toISOString().slice(0, 10)} ${pad(at.getUTCHours())}:${pad(at.getUTCMinutes())}:${pad(at.getUTCSeconds())}`
  }
}
setInterval(tick, 1000)
// A part that was just replaced tells a fresh time, counted from now on.
document.body.addEventListener('htmx:afterSettle', ({ target }) => {
  for (const place of target.querySelectorAll?.('time[data-clock]') ?? [])
    place.dataset.since = String(performance.now())
})

// An address may point into a folded part.
const unfold = () => {
  const place = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)))
  const fold = place && (place.closest('details') ?? place.querySelector('details'))
  if (fold) fold.open = true
}
addEventListener('hashchange', unfold)
unfold()
