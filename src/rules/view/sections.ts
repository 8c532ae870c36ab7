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

type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never

/**
 * Returns what makes sections of the lists of a part: maps with a value for each item. Of two lists, the patch skips the
 * items with which both begin, as most lists grow at their end.
 */
export const mapsFrom =
  <Source, Part>(partOf: (source: Source) => Part | null) =>
  <Field extends keyof Part, Key extends string, Value>(
    field: Field,
    keyOf: (item: ItemOf<Part[Field]>) => Key,
    valueOf: (item: ItemOf<Part[Field]>) => Value,
  ): Section<Source, Partial<Record<Key, Value>>> => {
    type Item = ItemOf<Part[Field]>
    const itemsOf = (source: Source): readonly Item[] | undefined =>
      partOf(source)?.[field] as readonly Item[] | undefined
    const find = (items: readonly Item[], from: number, key: Key): Item | undefined => {
      for (let index = from; index < items.length; index++) if (keyOf(items[index]!) === key) return items[index]
      return undefined
    }
    return {
      view(source) {
        const items = itemsOf(source)
        if (items === undefined) return undefined
        const map: Partial<Record<Key, Value>> = {}
        for (const item of items) map[keyOf(item)] = valueOf(item)
        return map
      },
      patch(before, after) {
        const [from, to] = [itemsOf(before), itemsOf(after)]
        if (from === to || from === undefined || to === undefined) return undefined
        let same = 0
        while (same < from.length && from[same] === to[same]) same += 1
        let patch: Patch | undefined
        for (let index = same; index < from.length; index++) {
          const key = keyOf(from[index]!)
          const next = find(to, same, key)
          const change = mergePatch(valueOf(from[index]!), next === undefined ? undefined : valueOf(next))
          if (change !== undefined) (patch ??= {})[key] = change
        }
        for (let index = same; index < to.length; index++) {
          const key = keyOf(to[index]!)
          if (find(from, same, key) === undefined) (patch ??= {})[key] = valueOf(to[index]!)
        }
        return patch
      },
    }
  }

function isSame<Part>(fields: readonly (keyof Part)[], one: Part, other: Part): boolean {
  for (const field of fields) if (one[field] !== other[field]) return false
  return true
}

/** The same for lists of ids: sets. */
export const setsFrom = <Source, Part>(partOf: (source: Source) => Part | null) => {
  const mapFrom = mapsFrom(partOf)
  return <Field extends keyof Part>(
    field: Field,
  ): Section<Source, Partial<Record<ItemOf<Part[Field]> & string, true>>> =>
    mapFrom(
      field,
      (id) => id as ItemOf<Part[Field]> & string,
      () => true,
    )
}

/** A view that is made of sections. It may be a section of a larger view itself. */
export class SectionedView<Source, View extends object> implements Section<Source, View> {
  readonly #sections: readonly (readonly [name: string, section: Section<Source, unknown>])[]

  constructor(sections: Sections<Source, View>) {
    this.#sections = Object.entries(sections)
  }

  view(source: Source): View {
    const view: Record<string, unknown> = {}
    for (const [name, section] of this.#sections) {
      const value = section.view(source)
      if (value !== undefined) view[name] = value
    }
    return view as View
  }

  patch(before: Source, after: Source): Patch | undefined {
    let patch: Patch | undefined
    for (const [name, section] of this.#sections) {
      const change = section.patch(before, after)
      if (change !== undefined) (patch ??= {})[name] = change
    }
    return patch
  }
}

/**
 * A section that only some views have.
 * @param has whether the views of a source, and of all that follow it in a match, have it.
 */
export const onlyIf = <Source, View>(
  has: (source: Source) => boolean,
  section: Section<Source, View>,
): Section<Source, View> => ({
  view: (source) => (has(source) ? section.view(source) : undefined),
  patch: (before, after) => (has(after) ? section.patch(before, after) : undefined),
})
