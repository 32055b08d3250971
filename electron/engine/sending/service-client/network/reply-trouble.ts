// Detects replies that are not the service's own: a gateway's web page, a redirect to a sign-in page, a server error.
import type { Trouble } from '../../../../../shared/sending/network-trouble.ts'
import type { TransportReply } from '../transport.ts'

/** Undefined for any other reply, such as JSON from something that is not the service. */
export function troubleOfReply(reply: TransportReply, address: string): Trouble | undefined {
  const url = new URL(address)
  const facts = { host: url.host, status: reply.status }
  if (reply.status >= 300 && reply.status < 400)
    return { ...facts, kind: 'redirected', place: redirectHost(reply.headers['location'], url) }
  if (isPage(reply) && url.protocol === 'http:' && reply.status === 400 && mentionsHttpsPort(reply))
    return { ...facts, kind: 'https_on_http_port' }
  if (reply.status >= 500) return { ...facts, kind: 'service_error' }
  return isPage(reply) && reply.status !== 404 ? { ...facts, kind: 'html_answer' } : undefined
}

/** A web page, which the service itself never answers with. */
export function isPage(reply: TransportReply): boolean {
  return (
    /^(text\/html|application\/xhtml)/i.test(reply.headers['content-type'] ?? '') ||
    /^\s*<(!doctype|html)/i.test(Buffer.from(reply.body.subarray(0, 200)).toString('latin1'))
  )
}

/** Host only: the rest of such an address may contain a session. */
function redirectHost(location: string | undefined, from: URL): string | undefined {
  return location !== undefined && URL.canParse(location, from.href)
    ? new URL(location, from).host
    : undefined
}

/** Recognizes how common web servers answer a request without TLS. */
function mentionsHttpsPort(reply: TransportReply): boolean {
  return /HTTP request was sent to HTTPS|speaking plain HTTP to an SSL|Client sent an HTTP request to an HTTPS/i.test(
    Buffer.from(reply.body).toString('latin1'),
  )
}
