import { TAGS } from '@vignette/contract/categories.ts'
import { Input } from '../../../ui/field.tsx'
import { listOf, type Parts } from '../document/read-parts.ts'
import { useEditing } from './editing.ts'

/**
 * Tags as the creator types them, with commas between. Publishing removes capitals, accents and
 * empty tags.
 */
export function TagsField({ recipe }: { recipe: Parts }) {
  const { readOnly, faultAt, set } = useEditing()
  const tags = listOf(recipe['tags']).map((tag) => (typeof tag === 'string' ? tag : ''))
  const fault =
    faultAt('tags') ?? tags.map((_, at) => faultAt(`tags[${at}]`)).find((one) => one !== undefined)
  return (
    <Input
      label="Tags"
      hint={`Up to ${TAGS.most}, with a comma between them: travel, vintage`}
      autoCapitalize="none"
      disabled={readOnly}
      value={tags.join(',')}
      error={fault}
      onChange={({ target }) =>
        set(['tags'], target.value === '' ? undefined : target.value.split(','))
      }
    />
  )
}
