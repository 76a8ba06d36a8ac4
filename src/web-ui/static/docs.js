// Renders the API reference from the document that the page names. All requests go to this server.
const element = document.getElementById('reference')
window.SwaggerUIBundle({
  url: element.dataset.document,
  domNode: element,
  // Deep links would nest links inside the buttons of operations.
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

// Accessible names of controls that Swagger UI leaves without one.
const LABELS = [
  ['#servers', 'Server'],
  ['.servers input[data-variable]', 'Server variable'],
  ['.operation-filter-input', 'Filter by tag'],
  ['select.content-type', 'Media type'],
  ['.parameters-col_description input:not([aria-label])', 'Parameter value'],
  ['.parameters-col_description select:not([aria-label])', 'Parameter value'],
  ['textarea.body-param__text', 'Request body'],
]
new MutationObserver(() => {
  for (const [selector, label] of LABELS)
    for (const control of element.querySelectorAll(selector))
      if (!control.hasAttribute('aria-label')) control.setAttribute('aria-label', label)
}).observe(element, { childList: true, subtree: true })
