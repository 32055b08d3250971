// Schema of the network section. Converts what a person types to network settings and back. Pure functions.
import { z } from 'zod'
import { networkSettings, type NetworkSettings } from '../../../../shared/sending/network-settings.ts'
import { networkTexts } from '../../../texts/connect/network.ts'

const { errors } = networkTexts
const fields = networkSettings.shape

/** Empty, or what the settings' own rule allows. */
function allowed(rule: z.ZodType, error: () => string) {
  return z
    .string()
    .trim()
    .refine((text) => text === '' || rule.safeParse(text).success, { error })
}

const hosts = (text: string): string[] => text.split(/[\s,;]+/).filter((host) => host !== '')

export const networkForm = z
  .object({
    proxy: fields.proxy.unwrap(),
    proxyUrl: allowed(fields.proxyUrl, () => errors.proxyUrl),
    proxyUser: allowed(fields.proxyUser, () => errors.proxyUser),
    /** With commas or blanks between them. */
    proxyBypass: z
      .string()
      .refine((text) => fields.proxyBypass.safeParse(hosts(text)).success, { error: () => errors.bypass }),
    pacUrl: allowed(fields.pacUrl, () => errors.pacUrl),
    certificateAuthorities: fields.certificateAuthorities.unwrap(),
    caFile: allowed(fields.caFile, () => errors.file),
    clientCertificate: allowed(fields.clientCertificate, () => errors.file),
    clientKey: allowed(fields.clientKey, () => errors.file),
  })
  .refine(({ proxy, proxyUrl }) => proxy !== 'manual' || proxyUrl !== '', {
    path: ['proxyUrl'],
    error: () => errors.proxyUrl,
  })
  .refine(({ proxy, pacUrl }) => proxy !== 'pac' || pacUrl !== '', {
    path: ['pacUrl'],
    error: () => errors.pacUrl,
  })
export type NetworkForm = z.infer<typeof networkForm>

export function networkFormOf(settings: NetworkSettings): NetworkForm {
  return {
    proxy: settings.proxy,
    proxyUrl: settings.proxyUrl ?? '',
    proxyUser: settings.proxyUser,
    proxyBypass: settings.proxyBypass.join(', '),
    pacUrl: settings.pacUrl ?? '',
    certificateAuthorities: settings.certificateAuthorities,
    caFile: settings.caFile ?? '',
    clientCertificate: settings.clientCertificate ?? '',
    clientKey: settings.clientKey ?? '',
  }
}

export function networkOf(form: NetworkForm): NetworkSettings {
  const orNull = (text: string): string | null => (text === '' ? null : text)
  return {
    proxy: form.proxy,
    proxyUrl: orNull(form.proxyUrl),
    proxyUser: form.proxyUser,
    proxyBypass: hosts(form.proxyBypass),
    pacUrl: orNull(form.pacUrl),
    certificateAuthorities: form.certificateAuthorities,
    caFile: orNull(form.caFile),
    clientCertificate: orNull(form.clientCertificate),
    clientKey: orNull(form.clientKey),
  }
}

const usual = JSON.stringify(networkFormOf(networkSettings.parse({})))

/** True if any network option is set. */
export function isChanged(form: NetworkForm): boolean {
  return JSON.stringify(form) !== usual
}
