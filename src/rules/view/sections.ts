import { mergePatch } from './merge-patch.ts'

/** A JSON Merge Patch (RFC 7396) of an object. */
export type Patch = Record<string, unknown>

/** A part of a view of some source. */
export interface Section<Source, Value> {
  /** Undefined: the view does not have the section. */
  view(source: Source): Value | undefined
  /** The JSON Merge Patch between the sections of two sources. Undefined: they are equal. */
  patch(before: Source, after: Source): unknown
}

/** The sections of a view, by name. */
export type Sections<Source, View> = { readonly [Name in keyof View]-?: Section<Source, NonNullable<View[Name]>> }

/**
 * Returns what makes sections of a part of a source: from some fields of the part, and by a function that the types let
 * read no other field. So a section is equal, and need not be made, where these fields are identical. Where the part is
 * null, the view does not have the section.
 */
export const sectionsFrom =
  <Source, Part>(partOf: (source: Source) => Part | null) =>
  <Field extends keyof Part, Value>(
    fields: readonly Field[],
    make: (part: Pick<Part, Field>) => Value | undefined,
  ): Section<Source, Value> => ({
    view(source) {
      const part = partOf(source)
      return part === null ? undefined : make(part)
    },
    patch(before, after) {
      const from = partOf(before)
      const to = partOf(after)
      if (from === null || to === null || isSame(fields, from, to)) return undefined
      return mergePatch(make(from), make(to))
    },
  })

/**
 * A section that has sections itself.
 * @param has whether the views of a source, and of all that follow it in a match, have the section.
 */
export const nested = <Source, View extends object>(
  sections: Sections<Source, View>,
  has: (source: Source) => boolean = () => true,
): Section<Source, View> => ({
  view: (source) => (has(source) ? viewOf(sections, source) : undefined),
  patch: (before, after) => (has(after) ? patchOf(sections, before, after) : undefined),
})

function isSame<Part>(fields: readonly (keyof Part)[], one: Part, other: Part): boolean {
  for (const field of fields) if (one[field] !== other[field]) return false
  return true
}

/** The view that has these sections. */
export function viewOf<Source, View extends object>(sections: Sections<Source, View>, source: Source): View {
  const view: Partial<View> = {}
  for (const name in sections) {
    const value = sections[name].view(source)
    if (value !== undefined) view[name] = value
  }
  return view as View
}

/** The JSON Merge Patch between the views of two sources. Undefined: they are equal. */
export function patchOf<Source, View extends object>(
  sections: Sections<Source, View>,
  before: Source,
  after: Source,
): Patch | undefined {
  let patch: Patch | undefined
  for (const name in sections) {
    const change = sections[name].patch(before, after)
    if (change !== undefined) (patch ??= {})[name] = change
  }
  return patch
}
