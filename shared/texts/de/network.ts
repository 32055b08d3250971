// German messages of the network: proxies, certificates, name look-up.
import type { networkMessages as english } from '../en/network.ts'
import type { Translation } from '../texts.ts'

export const networkMessages = {} as const satisfies Translation<typeof english>
