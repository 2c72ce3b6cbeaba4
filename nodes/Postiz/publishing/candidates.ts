import { withoutLinks } from '../text/stored';
import { getOrMake } from '../values/lists';
import { minuteOf, REACH_MS } from './occasion';
import type { There, Wanted } from './shapes';

/** What posts of a channel must have one of to be meant. */
export class CandidateFilter {
	private readonly looks = new Set<string>();
	/** Digests of texts, minutes, and IDs of keys. */
	private readonly parts = new Set<string>();
	private readonly minutes = new Set<number>();
	/** Digests of Row IDs. */
	readonly rows = new Set<string>();
	private hasUndated = false;

	add({ key, look, time, sent }: Wanted): void {
		this.looks.add(withoutLinks(look));
		this.parts.add(key.text);
		if (key.row !== null) this.rows.add(key.row);
		for (const id of sent?.ids ?? []) this.parts.add(id);
		if (key.when === null) this.hasUndated = true;
		else {
			this.parts.add(key.when);
			this.minutes.add(minuteOf(time));
		}
	}

	/** Whether a post may be meant, by what is listed of it. */
	mayMean({ key, look, time, age }: There): boolean {
		if (key) {
			const { row, text, when, id } = key;
			const isOfRow = this.rows.size > 0 && row !== null;
			return isOfRow || [text, when ?? '', id].some((part) => this.parts.has(part));
		}
		return (
			this.looks.has(withoutLinks(look)) ||
			this.minutes.has(minuteOf(time)) ||
			(this.hasUndated && age <= REACH_MS)
		);
	}

	/** True if the number of its parts or files tells. */
	needsParts({ key, look }: There): boolean {
		return key ? key.parts > 1 : this.looks.has(withoutLinks(look));
	}
}

/** What posts may be meant on each channel, by its ID. */
export function filterByChannel(wanted: Wanted[]): ReadonlyMap<string, CandidateFilter> {
	const filters = new Map<string, CandidateFilter>();
	for (const one of wanted) {
		getOrMake(filters, one.target.id, () => new CandidateFilter()).add(one);
	}
	return filters;
}
