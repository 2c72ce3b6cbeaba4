import { keyIn, type StoredKey } from '../../values/postKey';
import { fetchPreview, type Preview } from '../../calendar/preview';
import { parseSettings } from '../../calendar/post';
import { comparableText, withoutLinks } from '../../text/sameContent';
import type { PostizClient } from '../../transport/client';
import { listPosts } from '../../transport/posts';
import type { ListedPost } from '../../transport/types';
import { DAY_MS, madeAt, serviceTime } from '../../values/date';
import { getOrMake } from '../../values/getOrMake';
import { coverSpans } from '../../values/spans';
import { minuteOf, type RunStart, type Wanted } from './wanted';

/** Closer posts are listed together, as lists may be rate-limited, too. */
const LEAST_GAP_MS = 31 * DAY_MS;
const LIST_TIMEOUT_MS = 60_000;

/** A post of the calendar that may be one of the run's. */
export interface Candidate {
	id: string;
	channelId: string;
	/** The content of its first part. */
	content: string;
	/** Its {@link comparableText}, if it has no key. */
	text: string;
	/** Its date and when it was made, in ms. */
	time: number;
	madeAt: number;
	state: string;
	releaseURL?: string | null;
	/** Undefined if another client made it. */
	key?: StoredKey;
	/** Fetched once. */
	preview: () => Promise<Preview>;
}

/** What posts of a channel must have one of. */
interface Filter {
	texts: Set<string>;
	digests: Set<string>;
	whens: Set<string>;
	minutes: Set<number>;
	/** When it was made, in ms. */
	since: number;
}

/**
 * Fetches what may be one of these posts (docs/api.md, Listing posts, Keys of posts). Reads the calendar row by row:
 * its size costs time, not memory. Throws {@link Problem} if it can't be read.
 */
export async function fetchCandidates(
	client: PostizClient,
	wanted: Wanted[],
	run: Pick<RunStart, 'startedAt' | 'reach' | 'taken'>,
): Promise<Candidate[]> {
	const filters = filtersFor(wanted, run);
	const isTaken = (key?: StoredKey) => key !== undefined && run.taken.has(key.id);
	const found = new Map<string, Candidate & { isWhole: boolean }>();
	const note = (row: ListedPost): void => {
		const channelId = row.integration?.id ?? '';
		const filter = filters.get(channelId);
		const time = serviceTime(row.actualDate ?? row.publishDate);
		if (!filter || run.taken.has(row.id) || found.has(row.id) || Number.isNaN(time)) return;
		const settings = parseSettings(row.settings);
		const key = keyIn(settings);
		if (isTaken(key)) return;
		const made = madeAt(row.id) ?? time;
		const { content = '' } = row;
		const text = key ? '' : comparableText(content);
		const mayMatch = key
			? filter.digests.has(key.text) || filter.whens.has(key.when)
			: filter.texts.has(withoutLinks(text)) ||
				filter.minutes.has(minuteOf(time)) ||
				made >= filter.since;
		if (!mayMatch) return;
		const { id, state, releaseURL } = row;
		let preview: Promise<Preview> | undefined;
		found.set(id, {
			...{ id, channelId, content, text, time, madeAt: made, state, releaseURL, key },
			isWhole: settings !== null,
			preview: async () => await (preview ??= fetchPreview(client, id)),
		});
	};
	const spans = wanted.map(({ span }) => span);
	for (const window of coverSpans(spans, LEAST_GAP_MS)) {
		for (const row of await listPosts(client, { ...window, timeout: LIST_TIMEOUT_MS })) note(row);
	}
	const whole = [...found.values()].map(async ({ isWhole, ...candidate }) => {
		if (isWhole) return [candidate];
		const preview = await candidate.preview();
		if (preview.kind === 'unknown') return [];
		const key = preview.kind === 'post' ? keyIn(preview.parts[0]?.settings) : undefined;
		return isTaken(key) ? [] : [{ ...candidate, key }];
	});
	return (await Promise.all(whole)).flat();
}

function filtersFor(
	wanted: Wanted[],
	{ startedAt, reach }: Pick<RunStart, 'startedAt' | 'reach'>,
): Map<string, Filter> {
	const filters = new Map<string, Filter>();
	for (const { channelId, key, text, minute, isFixed } of wanted) {
		const filter = getOrMake(filters, channelId, () => ({
			texts: new Set<string>(),
			digests: new Set<string>(),
			whens: new Set<string>(),
			minutes: new Set<number>(),
			since: Infinity,
		}));
		filter.texts.add(withoutLinks(text));
		filter.digests.add(key.text);
		if (isFixed) {
			filter.minutes.add(minute);
			filter.whens.add(key.when);
		} else filter.since = startedAt - reach;
	}
	return filters;
}
