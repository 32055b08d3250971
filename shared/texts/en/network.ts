// English messages of the network: proxies, certificates, name look-up.
export const networkMessages = {} as const
