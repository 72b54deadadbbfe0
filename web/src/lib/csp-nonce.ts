/** The nonce that the gateway gave this page. Scripts need it for the style sheets that they create. */
export const cspNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
