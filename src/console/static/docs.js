// Draws the reference from the document that the page names. Everything is asked of this server alone.
const place = document.getElementById('reference')
const quiet = { showMutatedRequest: false, validatorUrl: null, withCredentials: false, queryConfigEnabled: false }
window.SwaggerUIBundle({
  ...quiet,
  url: place.dataset.document,
  domNode: place,
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  tryItOutEnabled: true,
  syntaxHighlight: { activated: true, theme: 'nord' },
  persistAuthorization: false,
})
