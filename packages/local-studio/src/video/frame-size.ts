/** Above this size a frame is no larger than its source. */
const SCREEN_SIDE = 1280

/**
 * A frame with even sides, of the wanted longer side and of the named aspect ratio, else the
 * source's.
 */
export function frameSize(
  source: { width: number; height: number },
  aspect: string,
  wanted: number,
) {
  const longest = Math.min(wanted, Math.max(SCREEN_SIDE, source.width, source.height))
  const [across, down] =
    aspect === 'source' ? [source.width, source.height] : aspect.split(':').map(Number)
  // Limits the aspect ratio, because a narrow strip is no film.
  const ratio = Math.min(2.4, Math.max(1 / 2.4, (across ?? 1) / (down ?? 1)))
  const even = (value: number) => Math.max(64, Math.round(value / 2) * 2)
  return ratio >= 1
    ? { width: even(longest), height: even(longest / ratio) }
    : { width: even(longest * ratio), height: even(longest) }
}
