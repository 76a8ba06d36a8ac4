// Live regions, copy buttons and ticking clocks. Every page works without this script.

const REFRESH_INTERVAL_MS = 700
const RETRY_INTERVAL_MS = 1_500
const KINDS = ['exchange', 'delivery', 'clock', 'world']

const texts = JSON.parse(document.body.dataset.texts ?? '{}')
const t = (label) => texts[label] ?? label

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Resolves when the server responds: true when it still knows this page's session. Meanwhile the page says
 * that the server does not respond.
 */
const isSameServer = async () => {
  const notice = document.getElementById('connection')
  const { session } = document.body.dataset
  for (;;) {
    try {
      const page = await fetch(location.href, { headers: { accept: 'text/html', 'hx-request': 'true' } })
      if (page.status >= 500) throw new Error(String(page.status))
      const isKnown = page.ok && (await page.text()).includes(session)
      if (isKnown) notice.replaceChildren()
      return isKnown
    } catch {
      const line = document.createElement('p')
      line.textContent = t('The server does not respond. This page continues by itself when it is back.')
      if (!notice.hasChildNodes()) notice.append(line)
      await wait(RETRY_INTERVAL_MS)
    }
  }
}

/** Turns the server's events into events of the body; htmx refreshes the regions that name them. */
const subscribe = (address) => {
  const timers = new Map()
  let isPaused = false
  const notify = (kind) => {
    if (isPaused || timers.has(kind)) return
    // Events within the interval share one refresh, which comes after the last of them.
    timers.set(
      kind,
      setTimeout(() => {
        timers.delete(kind)
        document.body.dispatchEvent(new CustomEvent(`playa:${kind}`))
      }, REFRESH_INTERVAL_MS),
    )
  }
  let source
  const open = () => {
    source?.close()
    if (document.hidden) return
    source = new EventSource(address)
    for (const kind of KINDS) source.addEventListener(kind, () => notify(kind))
    source.addEventListener('error', async () => {
      source.close()
      if (!(await isSameServer())) return location.reload()
      // Only the stream had ended: nothing on the page is out of date except what it shows.
      for (const kind of KINDS) notify(kind)
      await wait(RETRY_INTERVAL_MS)
      open()
    })
  }
  open()
  // A browser has six connections to a host: tabs in the background would leave none for the next page.
  document.addEventListener('visibilitychange', () => {
    open()
    if (!document.hidden) for (const kind of KINDS) notify(kind)
  })
  document.addEventListener('click', ({ target }) => {
    const button = target.closest?.('[data-live]')
    if (!button) return
    isPaused = button.getAttribute('aria-pressed') !== 'true'
    button.setAttribute('aria-pressed', String(isPaused))
    button.textContent = t(isPaused ? 'Resume' : 'Pause')
    if (!isPaused) notify('exchange')
  })
  addEventListener('pagehide', () => source?.close())
}

const { events } = document.body.dataset
if (events) subscribe(events)

// A choice acts at once.
document.addEventListener('change', ({ target }) => {
  if (target.matches?.('form[data-auto] select')) target.form.requestSubmit()
})

/** Scrolls the menu, which is one line in narrow windows, to the current page. */
const showCurrentItem = () => {
  const item = document.querySelector('.side [aria-current]')
  const menu = item?.closest('.side')
  if (menu && menu.scrollWidth > menu.clientWidth)
    menu.scrollLeft += item.getBoundingClientRect().left - (menu.clientWidth - item.offsetWidth) / 2
}
addEventListener('resize', showCurrentItem)
showCurrentItem()

document.addEventListener('click', async ({ target }) => {
  const button = target.closest?.('[data-copy]')
  if (!button) return
  const element = document.getElementById(button.dataset.copy)
  try {
    await navigator.clipboard.writeText(element.textContent)
    button.textContent = t('Copied')
  } catch {
    // Without clipboard permission the text is selected instead.
    getSelection().selectAllChildren(element)
    button.textContent = t('Selected')
  }
  setTimeout(() => {
    button.textContent = t('Copy')
  }, 1500)
})

const pad = (number) => String(number).padStart(2, '0')
const loadedMs = performance.now()
const minutesOf = (zone) =>
  zone === '' || zone === 'Z'
    ? 0
    : Number(zone.slice(0, 3)) * 60 + Math.sign(Number(zone.slice(0, 3)) || 1) * Number(zone.slice(4))

const tick = () => {
  for (const element of document.querySelectorAll('time[data-clock]')) {
    const { clock, speed, zone, since = loadedMs } = element.dataset
    element.dataset.since = since
    const ms = Number(clock) + (performance.now() - Number(since)) * Number(speed) + minutesOf(zone) * 60000
    const at = new Date(ms)
    element.textContent = `${at.toISOString().slice(0, 10)} ${pad(at.getUTCHours())}:${pad(at.getUTCMinutes())}:${pad(at.getUTCSeconds())}`
  }
}
setInterval(tick, 1000)
// A region that htmx replaced has the server's current time.
document.body.addEventListener('htmx:afterSettle', ({ target }) => {
  for (const element of target.querySelectorAll?.('time[data-clock]') ?? [])
    element.dataset.since = String(performance.now())
})

// One key submits the form that names it, unless it is typed into a field or turned off.
const keyForm = document.querySelector('form[data-key]')
const submitByKey = (event) => {
  const { target, key, ctrlKey, metaKey, altKey, repeat } = event
  if (key.toLowerCase() !== keyForm.dataset.key || ctrlKey || metaKey || altKey || repeat) return
  if (target.closest?.('input:not([type="checkbox"]), select, textarea, [contenteditable]')) return
  if (keyForm.querySelector('[data-key-on]').checked) keyForm.requestSubmit()
}
if (keyForm) {
  document.addEventListener('keydown', submitByKey)
  // A frame has key events of its own; each of its pages is a new document.
  const frame = document.querySelector('iframe.storefront')
  const listen = () => frame.contentDocument?.addEventListener('keydown', submitByKey)
  frame.addEventListener('load', listen)
  listen()
}

/** Scrolls a list of steps to the current one, without moving the page. */
const showCurrentStep = (region) => {
  const step = region.querySelector?.('.steps [aria-current="step"]')
  const list = step?.closest('.steps')
  if (list) list.scrollTop += step.getBoundingClientRect().top - list.getBoundingClientRect().top - 8
}
document.body.addEventListener('htmx:afterSettle', ({ target }) => showCurrentStep(target))
showCurrentStep(document)

// The storefront of a demo follows the world and its tour. What changed is replaced: a reload would flicker.
const storefront = document.querySelector('iframe.storefront')
let shownPage
const showPage = () => {
  const page = document.getElementById('tour')?.dataset.show
  if (page === undefined || page === shownPage) return
  shownPage = page
  const [path, id] = page.split('#')
  storefront.src = path
  if (id === undefined) return
  // A fragment would scroll this page, too.
  const scroll = () => {
    const element = storefront.contentDocument?.getElementById(id)
    if (element) storefront.contentWindow.scrollTo(0, element.getBoundingClientRect().top - 16)
  }
  storefront.addEventListener('load', scroll, { once: true })
}
const refreshStorefront = async () => {
  const { contentDocument: page } = storefront
  if (!page?.body || page.activeElement?.matches('input, select, textarea')) return
  const { href } = page.location
  const response = await fetch(href, { headers: { accept: 'text/html', 'hx-request': 'true' } })
  if (!response.ok || response.redirected || storefront.contentDocument?.location.href !== href) return
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('main')
  const main = page.querySelector('main')
  if (fresh && main && fresh.innerHTML !== main.innerHTML) main.replaceWith(page.importNode(fresh, true))
}
if (storefront) {
  document.body.addEventListener('htmx:afterSettle', showPage)
  for (const kind of ['exchange', 'world', 'clock'])
    document.body.addEventListener(`playa:${kind}`, () => refreshStorefront().catch(() => undefined))
  showPage()
}

/** Opens the collapsed part that the URL's fragment points into. */
const openTarget = () => {
  const element = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)))
  const details = element && (element.closest('details') ?? element.querySelector('details'))
  if (details) details.open = true
}
addEventListener('hashchange', openTarget)
openTarget()
