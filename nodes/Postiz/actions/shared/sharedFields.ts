import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { channelPicker } from '../../channels/networkFields';
import { field, locatorModes } from '../../form/fieldBuilders';
import { fieldSpec, booleanSpec } from '../../form/fieldSpec';
import {
	createInvalidProblem,
	createEmptyProblem,
	canBePathSegment,
	extractId,
	isEmpty,
	isObject,
	parseCount,
	tryParseJson,
	unwrap,
} from '../../common/parseValue';
import type { Hint } from '../../execution/renderItems';

/** The page of a post, which rows link to (docs/api.md, Page of a post). */
const PREVIEW_ADDRESS = /^https?:\/\/.+\/p\/([^/?#]+)/;

/** A field for exactly one ID; `advice` says where to find it. Rows have the ID under `key`. */
export const idField = (property: INodeProperties, advice: string, key = property.name) =>
	fieldSpec(property, (entered, label): string => {
		const value = unwrap(entered);
		if (isEmpty(value)) throw createEmptyProblem(`${label} is empty`, advice);
		const id = findId(value, key);
		if (id !== '' && canBePathSegment(id)) return PREVIEW_ADDRESS.exec(id)?.[1] ?? id;
		throw createInvalidProblem(label, value, advice);
	});

/** The ID in a text, or in a row or an item; empty if there is none. */
function findId(value: unknown, key: string): string {
	const parsed = unwrap(/^\s*\{/.test(String(value)) ? tryParseJson(String(value)) : value);
	const row = isObject(parsed) && isObject(parsed.json) ? parsed.json : parsed;
	return extractId(isObject(row) ? row[key] : row);
}

/** The channel of an operation. */
export const channelField = idField(
	{ ...channelPicker, description: 'Channel > Get Many returns the IDs' },
	'Enter an ID: Channel > Get Many returns it as “channelId”.',
	'channelId',
);

/** The post of an operation. */
export const postField = idField(
	field.locator('Post', 'postId', {
		required: true,
		description: 'Post > Create and Post > Get Many return the IDs',
		...locatorModes('ID', 'searchPosts', {
			prompt: 'Select a post…',
			placeholder: 'e.g. cmb1x2y3z0001abcd',
			hint: 'From Post > Create or Post > Get Many (postId)',
			listHint:
				'Posts of the last and next 90 days, in the time zone of your n8n instance. Enter others by ID.',
		}),
	}),
	'Enter an ID: Post > Create and Post > Get Many return it as “postId”.',
);

/** Whether rows are returned in the format of this package or of Postiz. */
export const simplifyField = (example = '') =>
	booleanSpec('Simplify', 'simplify', {
		default: true,
		description: `Whether to return a simplified version of the response instead of the raw data${example}`,
	});

const returnAll = booleanSpec('Return All', 'returnAll', {
	description: 'Whether to return all results or only up to a given limit',
});
const limit = fieldSpec(
	field.number('Limit', 'limit', {
		typeOptions: { minValue: 1 },
		default: 50,
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	}),
	(entered, label) =>
		parseCount(entered, label, 'Enter a whole number, at least 1.', 'or turn on Return All.'),
);

/** Return All and Limit, as in every Get Many of n8n. */
export const returnAllOrLimit = [returnAll.property, limit.property];

/** The number of results to return. */
export const readLimit = (context: IExecuteFunctions, itemIndex: number): number =>
	returnAll.readItem(context, itemIndex) ? Infinity : limit.readItem(context, itemIndex);

/** The first rows, up to the limit, with hints for models if there are more or none. */
export function limitRows<T>(
	rows: T[],
	limit: number,
	{ period, filters = '' }: { period?: string; filters?: string } = {},
): { rows: T[]; hints: Hint[] } {
	const conditions = [period, filters && `with ${filters}`].filter(Boolean).join(', ');
	const hasMore = rows.length > limit;
	const isEmptyResult = rows.length === 0 && conditions !== '';
	return {
		rows: rows.slice(0, limit),
		hints: [
			...(hasMore
				? [{ text: '', forModel: 'There are more. Narrow the search to see them.' }]
				: []),
			...(isEmptyResult ? [{ text: '', forModel: `Nothing was found ${conditions}.` }] : []),
		],
	};
}
