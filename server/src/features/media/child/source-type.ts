import type { SourceType } from './messages.ts'

const VOCABULARY = 'http://cv.iptc.org/newscodes/digitalsourcetype/'

/** XMP that marks the file, in IPTC's vocabulary, as made by software. */
export function sourceTypeXmp(sourceType: SourceType): string {
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
 Iptc4xmpExt:DigitalSourceType="${VOCABULARY}${sourceType}"/>
</rdf:RDF></x:xmpmeta><?xpacket end="r"?>`
}

/** The UUID by which MP4 readers recognise an XMP box. */
const XMP_BOX = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')

/** Appends XMP as a top-level `uuid` box, which leaves every offset of the index valid. */
export function markMp4(bytes: Uint8Array, sourceType: SourceType): Buffer {
  const xmp = Buffer.from(sourceTypeXmp(sourceType), 'utf8')
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + XMP_BOX.length + xmp.length, 0)
  head.write('uuid', 4, 'latin1')
  return Buffer.concat([bytes, head, XMP_BOX, xmp])
}
