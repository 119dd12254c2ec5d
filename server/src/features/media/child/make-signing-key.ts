import { webcrypto } from 'node:crypto'
import type { SigningKey } from './messages.ts'

const EC = { name: 'ECDSA', namedCurve: 'P-256' }
/** The last day that a certificate's usual kind of time can say. */
const END = new Date('2049-12-31T23:59:59Z')
const DAY_MS = 86_400_000
/** What the standard asks a signer of files to be for: the protection of letters, whose use is general. */
const EMAIL_PROTECTION = '1.3.6.1.5.5.7.3.4'

/**
 * A key, and the certificates that name its holder: one that signs files, and the root above it,
 * whose own key is forgotten here. They hold for long, since a signature without a
 * time stamp ends with them.
 */
export async function makeSigningKey(want: {
  organisation: string
  host: string
  now: Date
}): Promise<SigningKey> {
  const [root, leaf] = [await makeKeys(), await makeKeys()]
  const above = nameOf(`Root of ${want.host}`, want.organisation)
  const certify = await openCertifier({ issuer: above, signer: root, from: want.now })
  const chain = [
    await certify({ subject: nameOf(want.host, want.organisation), keys: leaf, serial: 2 }),
    await certify({ subject: above, keys: root, serial: 1, root: true }),
  ]
  const key = await webcrypto.subtle.exportKey('pkcs8', leaf.privateKey)
  return {
    chain: chain.map((one) => toPem('CERTIFICATE', one)).join(''),
    key: toPem('PRIVATE KEY', key),
  }
}

const makeKeys = () => webcrypto.subtle.generateKey(EC, true, ['sign', 'verify'])
type Keys = Awaited<ReturnType<typeof makeKeys>>
type Name = [type: string, value: string][]

const nameOf = (name: string, organisation: string): Name => [
  ['2.5.4.3', name],
  ['2.5.4.10', organisation],
]

async function openCertifier(by: { issuer: Name; signer: Keys; from: Date }) {
  const [pkijs, asn1js] = await Promise.all([import('pkijs'), import('asn1js')])
  const engine = new pkijs.CryptoEngine({ name: 'node', crypto: webcrypto })
  const write = (name: Name) =>
    name.map(
      ([type, value]) =>
        new pkijs.AttributeTypeAndValue({ type, value: new asn1js.Utf8String({ value }) }),
    )
  const idOf = async (keys: Keys) => {
    const info = new pkijs.PublicKeyInfo()
    await info.importKey(keys.publicKey, engine)
    const bytes = info.subjectPublicKey.valueBlock.valueHexView
    return new asn1js.OctetString({ valueHex: await webcrypto.subtle.digest('SHA-1', bytes) })
  }
  const extension = (extnID: string, critical: boolean, value: { toBER(): ArrayBuffer }) =>
    new pkijs.Extension({ extnID, critical, extnValue: value.toBER() })
  const uses = (bits: number, unusedBits: number) =>
    new asn1js.BitString({ valueHex: new Uint8Array([bits]).buffer, unusedBits })

  return async (want: { subject: Name; keys: Keys; serial: number; root?: boolean }) => {
    const certificate = new pkijs.Certificate()
    certificate.version = 2
    certificate.serialNumber = new asn1js.Integer({ value: want.serial })
    certificate.issuer.typesAndValues = write(by.issuer)
    certificate.subject.typesAndValues = write(want.subject)
    // A day earlier, for readers whose clock is behind.
    certificate.notBefore.value = new Date(by.from.getTime() - DAY_MS)
    certificate.notAfter.value = END
    await certificate.subjectPublicKeyInfo.importKey(want.keys.publicKey, engine)
    const constraints = want.root ? { cA: true, pathLenConstraint: 0 } : {}
    certificate.extensions = [
      extension('2.5.29.19', true, new pkijs.BasicConstraints(constraints).toSchema()),
      extension('2.5.29.15', true, want.root ? uses(0b0000_0110, 1) : uses(0b1000_0000, 7)),
      extension('2.5.29.14', false, await idOf(want.keys)),
      extension(
        '2.5.29.35',
        false,
        new pkijs.AuthorityKeyIdentifier({ keyIdentifier: await idOf(by.signer) }).toSchema(),
      ),
    ]
    if (!want.root) {
      const purposes = new pkijs.ExtKeyUsage({ keyPurposes: [EMAIL_PROTECTION] })
      certificate.extensions.push(extension('2.5.29.37', false, purposes.toSchema()))
    }
    await certificate.sign(by.signer.privateKey, 'SHA-256', engine)
    return certificate.toSchema(true).toBER()
  }
}

function toPem(label: string, bytes: ArrayBuffer): string {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}
