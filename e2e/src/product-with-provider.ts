import { type OpenIdServer, openIdServer, providerSettings } from './openid-server.ts';
import { type Product, startProduct } from './product.ts';

/** The path to which providers send browsers back. */
export const callbackPath = '/api/login/callback';

/** A product whose users can sign in with an OpenID provider that tests control. */
export interface ProductWithProvider {
  readonly server: OpenIdServer;
  readonly product: Product;
  stop(): Promise<void>;
}

/** Starts both. The provider redirects only to the product's callback. */
export async function startWithProvider(): Promise<ProductWithProvider> {
  const server = await openIdServer(() => product.url + callbackPath);
  const product = await startProduct({ settings: providerSettings(server) });
  return {
    server,
    product,
    stop: async () => {
      await product.stop();
      await server.stop();
    },
  };
}
