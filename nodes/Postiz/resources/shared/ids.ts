import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { channelPicker } from '../../channels/fields';
import { field, listOr } from '../../form/fields';
import { isUnknownId } from '../../transport/explain';
import type { ApiAnswer } from '../../transport/types';
import { listNames } from '../../values/lists';
import { type Explanation, ignoreOutside, Problem, quote } from '../../values/problem';
import {
	cannotBe,
	emptyProblem,
	fitsAddress,
	idIn,
	isEmpty,
	isObject,
	isText,
	tryJson,
	unwrap,
} from '../../values/read';

/** The field for the channel of an operation. */
export const channelField: INodeProperties = {
	...channelPicker,
	description: 'Channel > Get Many returns the IDs',
};

/** The field for the post of an operation. */
export const postField: INodeProperties = field.locator('Post', 'postId', {
	required: true,
	description: 'Post > Create and Post > Get Many return the IDs',
	...listOr('ID', 'searchPosts', {
		prompt: 'Select a post…',
		placeholder: 'e.g. cmb1x2y3z0001abcd',
		hint: 'From Post > Create or Post > Get Many (postId)',
		listHint:
			'Posts of the last and next 90 days, in the time zone of your n8n instance. Search for the ID of others.',
	}),
});

/** The fields for IDs: their labels, and what to enter. */
const ID_FIELDS = {
	postId: ['Post', 'Enter an ID: Post > Create and Post > Get Many return it as “postId”.'],
	postIds: ['Post ID', 'Enter an ID: Post > Create and Post > Get Many return it as “postId”.'],
	integrationId: ['Channel', 'Enter an ID: Channel > Get Many returns it as “channelId”.'],
	releaseId: [
		'Published Post',
		'Enter an ID: Post > Find Published Content returns it as “releaseId”.',
	],
	voice: [
		'Voice',
		'Enter an ID: Video > Run Function returns the IDs, with the function List Voices.',
	],
	methodName: [
		'Tool',
		'Enter the name of a tool: Channel > Get Settings and Tools returns the names.',
	],
	provider: ['Network', 'Enter the identifier of a network, such as linkedin.'],
	providerIdentifier: [
		'Network Identifier',
		'Enter the identifier of a network, such as bluesky: Channel > Get Many returns it as “provider”.',
	],
	identifier: ['Generator', 'Enter the name of a video generator, such as image-text-slides.'],
	functionName: ['Function', 'Enter the name of a function, such as loadVoices.'],
} as const;

export type IdField = keyof typeof ID_FIELDS;

/** The ID in a field, whether picked, entered or from an expression. Throws {@link Problem} unless it is exactly one. */
export function readId(context: IExecuteFunctions, itemIndex: number, name: IdField): string {
	const value = unwrap(context.getNodeParameter(name, itemIndex, ''));
	const [label] = ID_FIELDS[name];
	if (isEmpty(value)) refuseFailed(context, itemIndex, label);
	if (!namesSeveral(value)) return checkId(idOf(value, name), name);
	throw new Problem(
		`${label} takes one ID, not ${quote(value)}`,
		'Make an item of each ID, such as with the node Split Out.',
		{ forModel: 'Call this tool once for each ID.' },
	);
}

/** Throws {@link Problem} with the reason if an ID is empty because an earlier node failed and handed its error on. */
function refuseFailed(context: IExecuteFunctions, itemIndex: number, label: string): void {
	const error = context.getInputData()[itemIndex]?.json.error;
	if (typeof error !== 'string' || error.trim() === '') return;
	throw new Problem(
		`${label} is empty because an earlier node failed: ${error}`,
		'Correct what failed there. With On Error set to Continue (using error output) there, such items do not get here.',
	);
}

/** True for a list, and for IDs with commas, unlike the name of a channel that has one. */
function namesSeveral(value: unknown): boolean {
	if (typeof value !== 'string') return Array.isArray(value) && value.length > 0;
	const [first = '', ...others] = value.split(/[,;\r\n]/).map((text) => text.trim());
	return others.length > 0 && [first, ...others].every((text) => /^\S*\d\S*$/.test(text));
}

/** The IDs in a field: a list, or text with commas. Throws {@link Problem} if there are none. */
export function readIds(context: IExecuteFunctions, itemIndex: number, name: IdField): string[] {
	const value = unwrap(context.getNodeParameter(name, itemIndex, ''));
	const parsed = typeof value === 'string' && value.trim().startsWith('[') ? tryJson(value) : value;
	const elements = [parsed ?? value]
		.flat(Infinity)
		.map((element) => idOf(element, name))
		.flatMap((text) => text.split(/[,;\r\n]/))
		.map((text) => text.trim())
		.filter(Boolean);
	if (elements.length === 0) return [checkId('', name)];
	return [...new Set(elements)].map((id) => checkId(id, name));
}

/** The ID in an element of a list, which may also be a row or an item that has it under the name of the field. */
function idOf(element: unknown, name: IdField): string {
	if (isEmpty(element)) return '';
	const row = isObject(element) && isObject(element.json) ? element.json : element;
	const id = idIn(isObject(row) ? (row[name] ?? row[name.replace(/s$/, '')]) : row);
	if (id !== '') return id;
	const [label, advice] = ID_FIELDS[name];
	throw cannotBe(label, element, advice);
}

function checkId(id: string, name: IdField): string {
	const [label, advice] = ID_FIELDS[name];
	if (!fitsAddress(id) || !isText(id)) throw cannotBe(label, id, advice);
	if (id !== '') return id;
	throw emptyProblem(`${label} is empty`, advice);
}

/** The IDs that {@link readIds} returns for all items, without invalid ones. */
export function readableIds(context: IExecuteFunctions, name: IdField): string[] {
	return context.getInputData().flatMap((_item, itemIndex) => {
		try {
			return readIds(context, itemIndex, name);
		} catch (error) {
			ignoreOutside(error);
			// An expression that fails is reported when its item is processed.
			return [];
		}
	});
}

/** Explains the answer to an unknown ID. */
export const explainUnknownId =
	(message: string, description: string) =>
	(answer: ApiAnswer): Explanation | undefined =>
		isUnknownId(answer) ? { message, description } : undefined;

const WHERE_IDS_COME_FROM = {
	channel:
		'It may have been removed already. Channel > Get Many lists the channels with their IDs.',
	post: 'It may have been deleted already. Post > Get Many lists the posts with their IDs.',
};

type Noun = keyof typeof WHERE_IDS_COME_FROM;

/** Explains that none of these IDs exists. */
export const unknownIds = (what: Noun, ids: string[]): Explanation => ({
	message: `Postiz has no ${what} with ${ids.length === 1 ? 'the ID' : 'any of these IDs:'} ${listNames(ids.map(quote))}`,
	description: WHERE_IDS_COME_FROM[what],
});

/** Like {@link explainUnknownId}, with the usual advice. */
export const unknownId = (what: Noun, id: string) => {
	const { message, description } = unknownIds(what, [id]);
	return explainUnknownId(message, description);
};
