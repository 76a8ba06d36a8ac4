// Draws the reference from the document that the page names. Everything is asked of this server alone.
const place = document.getElementById('reference')
window.SwaggerUIBundle({
  url: place.dataset.document,
  domNode: place,
  // Links inside the buttons of operations would be controls inside controls.
  deepLinking: false,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  queryConfigEnabled: false,
  persistAuthorization: false,
})

// Controls that the library leaves without a name get one, whenever they appear.
const NAMES = [
  ['#servers', 'Server'],
  ['.servers input[data-variable]', 'Server variable'],
  ['.operation-filter-input', 'Filter by tag'],
  ['select.content-type', 'Media type'],
  ['.parameters-col_description input:not([aria-label])', 'Value of the parameter'],
  ['.parameters-col_description select:not([aria-label])', 'Value of the parameter'],
  ['textarea.body-param__text', 'Body of the request'],
]
new MutationObserver(() => {
  for (const [selector, name] of NAMES)
    for (const control of place.querySelectorAll(selector))
      if (!control.hasAttribute('aria-label')) control.setAttribute('aria-label', name)
}).observe(place, { childList: true, subtree: true })
