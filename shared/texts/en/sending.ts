// English messages of sending: decisions, waves, pauses and connections.
export const sendingMessages = {} as const
