import type { IBinaryKeyData, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { filesOf } from '../../../media/fileSource';
import type { ContentFormat } from '../../../text/content';
import { refusePast, toServiceDate } from '../../../values/date';
import { Problem } from '../../../values/problem';
import { quote } from '../../../values/quote';
import { isEmpty, readList, useOneOf } from '../../../values/read';
import { readDays, readMediaList, readSegment, readTags, readText } from '../shared/readParts';
import { REMOVABLE } from './fields';
import { readGivenSettings, toSettingsChange, type GivenSettings } from './settings';
import type { PostChange } from '../shared/change/types';

type Changes = Omit<PostChange, 'format' | 'settings'>;
type Removable = keyof typeof REMOVABLE;

/** What removing something means for the post. */
const REMOVED: Record<Removable, Changes> = {
	media: { media: [] },
	inter: { inter: null },
	tags: { tags: [] },
	content: { text: '' },
	thread: { thread: [] },
};

/** What an item wants to change. What its settings are depends on the network of the post. */
export interface WrittenChange {
	changes: Changes & Pick<PostChange, 'format'>;
	settings?: GivenSettings;
	/** The files of the item. */
	binary: IBinaryKeyData;
	/** Of the workflow: an IANA name. */
	timezone: string;
}

/**
 * Reads what an item wants to change; what is left empty stays as it is. Nothing is looked up. Throws
 * {@link Problem}.
 */
export function readChange(context: IExecuteFunctions, itemIndex: number): WrittenChange {
	const given = context.getNodeParameter('updateFields', itemIndex, {}) as IDataObject;
	const binary = filesOf(context.getInputData()[itemIndex]);
	const { segment: segments = [] } = Object(given.thread) as { segment?: IDataObject[] };
	const text = readText(given.content, 'Text');
	const media = readMediaList(given.media, binary);
	const tags = readTags(given.tags);
	const thread = segments.map((segment, index) => readSegment(segment, index, binary));
	const settings = readGivenSettings(given);
	const timezone = context.getTimezone();
	const changes: Changes = {
		...(!isEmpty(given.date) && { date: readDate(given.date, timezone) }),
		...(!isEmpty(text) && { text }),
		...(media.length > 0 && { media }),
		...(thread.length > 0 && { thread }),
		...(tags.length > 0 && { tags }),
		...(!isEmpty(given.inter) && { inter: readDays(given.inter) }),
	};
	const all = readRemoved(given.remove).reduce(remove, changes);
	if (Object.keys(all).length === 0 && !settings) {
		throw new Problem(
			'Nothing to change',
			'Add what to change under Update Fields. What is left empty stays as it is. With an expression, check that every item has a value.',
		);
	}
	const format = (given.contentFormat ?? 'automatic') as ContentFormat;
	return { changes: { ...all, format }, settings, binary, timezone };
}

/** The change for a post of this network. Throws {@link Problem}. */
export function completeChange(
	{ changes, settings, binary, timezone }: WrittenChange,
	identifier: string,
): PostChange {
	const change = settings && toSettingsChange(settings, identifier, { binary, timezone });
	return { ...changes, ...(change && { settings: change }) };
}

function readDate(entered: unknown, timezone: string): string {
	const date = toServiceDate(entered, timezone);
	refusePast(date, Date.now(), { timezone, canAllow: false });
	return date;
}

function readRemoved(entered: unknown): Removable[] {
	return readList(entered).map((name) => {
		if (Object.hasOwn(REMOVABLE, name)) return name as Removable;
		throw new Problem(`Remove cannot have ${quote(name)}`, useOneOf(Object.keys(REMOVABLE)));
	});
}

function remove(changes: Changes, name: Removable): Changes {
	const removed = REMOVED[name];
	if (Object.keys(removed).some((key) => key in changes)) {
		throw new Problem(
			`${REMOVABLE[name]} is both entered and removed`,
			'Remove it from Remove to change it, or leave it empty to remove it.',
		);
	}
	return { ...changes, ...removed };
}
