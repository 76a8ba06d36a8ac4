// What OpenAPI Explorer keeps from the styles and keys of a page: its parts are in shadow roots.
const reference = document.getElementById('reference')

const sheet = new CSSStyleSheet()
sheet.replaceSync(`
  :focus-visible { outline: 3px solid var(--accent) !important; outline-offset: -3px !important; }
  button:focus-visible { outline-offset: 2px !important; }
  main:focus { outline: none !important; }
  .m-btn.primary:hover, .m-btn.primary:focus-visible { color: var(--on-accent); border-color: var(--text); }
  textarea { font-family: var(--mono) !important; }
  #auth td div { align-items: start !important; }
  .m-markdown a { text-decoration: underline; }
  details { margin: 12px 0; }
  pre, pre code { tab-size: 2 !important; word-break: normal !important; overflow-wrap: break-word; }
  summary { cursor: pointer; color: var(--accent); }
  /* A webhook is sent by the service: there is nothing to execute. */
  :host([path]:not([path^="/"])) .btn-execute, :host([path]:not([path^="/"])) .request-panel { display: none; }
  @media (max-width: 767px) {
    #auth table, #auth tbody, #auth tr, #auth td { display: block; width: auto !important; max-width: none !important; }
  }
`)
const { attachShadow } = Element.prototype
Element.prototype.attachShadow = function attachStyledShadow(options) {
  const root = attachShadow.call(this, options)
  // The library sets the sheets of its own right after this call.
  queueMicrotask(() => root.adoptedStyleSheets.push(sheet))
  return root
}

// It moves the focus into its menu when it has loaded; the first Tab belongs to the page.
reference.inert = true
reference.addEventListener('spec-loaded', () =>
  setTimeout(() => {
    reference.inert = false
    if (document.activeElement === document.body) beginAtTop()
  }, 200),
)

// It also scrolls to an operation, from which the first Tab would go on.
const beginAtTop = () => {
  const { body } = document
  body.tabIndex = -1
  body.focus({ preventScroll: true })
  body.blur()
  body.removeAttribute('tabindex')
}

const focusContent = () => {
  const content = reference.shadowRoot.querySelector('main')
  content.tabIndex = -1
  content.focus()
}
document.querySelector('.skip').addEventListener('click', (event) => {
  // A fragment would be taken for the address of an operation.
  event.preventDefault()
  focusContent()
})
reference.addEventListener('keydown', (event) => {
  const [target] = event.composedPath()
  if (event.key === 'Enter' && target.matches('.nav-bar-path, .nav-bar-info')) setTimeout(focusContent, 100)
})
