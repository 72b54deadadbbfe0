/** The API viewer's page. The content security policy allows no other origins and no inline scripts. */
export const docsPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Earshot API</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
  </head>
  <body>
    <main id="viewer"></main>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/init.js"></script>
  </body>
</html>
`;

/** Starts the viewer. `validatorUrl: null` keeps it from sending the document to an external validator. */
export const docsInit = `window.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#viewer',
  validatorUrl: null,
  deepLinking: true,
  docExpansion: 'list',
});
`;
