/** Passkeys: what the server asks is handed to the browser, and the browser's answer sent back. */

/** Whether this page can use passkeys of a host: they need https (or localhost) and that address. */
export function canUsePasskeys(host: string | null): boolean {
  return (
    host !== null &&
    isSecureContext &&
    "PublicKeyCredential" in window &&
    location.hostname === host
  );
}

interface Described {
  id: string;
  type: "public-key";
  transports?: AuthenticatorTransport[];
}

/** What the server asks of a browser that is to make a passkey. */
type CreationWish = Omit<
  PublicKeyCredentialCreationOptions,
  "challenge" | "user" | "excludeCredentials"
> & {
  challenge: string;
  user: { id: string; name: string; displayName: string };
  excludeCredentials?: Described[];
};

/** What it asks of one that has some. */
type RequestWish = Omit<PublicKeyCredentialRequestOptions, "challenge" | "allowCredentials"> & {
  challenge: string;
};

/** Let the browser make a passkey; return its answer as JSON, or null where the person declined. */
export async function makePasskey(wish: unknown): Promise<unknown> {
  const options = wish as CreationWish;
  const made = await declined(
    navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: bytesOf(options.challenge),
        user: { ...options.user, id: bytesOf(options.user.id) },
        excludeCredentials: (options.excludeCredentials ?? []).map((each) => ({
          ...each,
          id: bytesOf(each.id),
        })),
      },
    }),
  );
  if (!made) return null;
  const response = made.response as AuthenticatorAttestationResponse;
  return answer(made, {
    attestationObject: textOf(response.attestationObject),
    clientDataJSON: textOf(response.clientDataJSON),
  });
}

/** Let the browser sign with a passkey the person chooses; null where the person declined. */
export async function usePasskey(wish: unknown): Promise<unknown> {
  const options = wish as RequestWish;
  const used = await declined(
    navigator.credentials.get({
      publicKey: { ...options, challenge: bytesOf(options.challenge), allowCredentials: [] },
    }),
  );
  if (!used) return null;
  const response = used.response as AuthenticatorAssertionResponse;
  return answer(used, {
    authenticatorData: textOf(response.authenticatorData),
    clientDataJSON: textOf(response.clientDataJSON),
    signature: textOf(response.signature),
    userHandle: response.userHandle ? textOf(response.userHandle) : null,
  });
}

function answer(credential: PublicKeyCredential, response: Record<string, string | null>): unknown {
  return { id: credential.id, rawId: credential.id, type: credential.type, response };
}

/** Whoever closes the browser's dialog has not failed at anything. */
async function declined(asked: Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    return (await asked) as PublicKeyCredential | null;
  } catch (error) {
    if (error instanceof DOMException && error.name === "NotAllowedError") return null;
    throw error;
  }
}

/** Read bytes that are written as base64url. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

/** Write bytes as base64url. */
export function textOf(bytes: ArrayBuffer): string {
  const plain = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
