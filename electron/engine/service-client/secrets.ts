// Words of a service are shown and stored; a service that repeats the key or the token in them must not leak it there.

/** The text with every copy of the secret taken out. */
export function withoutSecret(text: string, secret: string): string {
  return secret === '' ? text : text.replaceAll(secret, '…')
}
