/** The path of a fan's link: to a recipe, or to Discover. */
export function referralPath(handle: string, workflowId?: string): string {
  const to = workflowId === undefined ? '' : `/${workflowId}`
  return `/r${to}?via=${encodeURIComponent(handle)}`
}
