import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { channelPicker } from '../../channels/fields';
import { field, listOr } from '../../form/fields';
import { isUnknownId } from '../../transport/explain';
import type { ApiAnswer } from '../../transport/types';
import { type Explanation, ignoreOutside, quote } from '../../values/problem';
import {
	cannotBe,
	emptyProblem,
	fitsAddress,
	idIn,
	isEmpty,
	isObject,
	tryJson,
	unwrap,
} from '../../values/read';

/** The field that names the channel of an operation. */
export const channelField = (description: string): INodeProperties => ({
	...channelPicker,
	description: `${description}. Channel > Get Many returns the IDs.`,
});

/** The field that names the post of an operation. */
export const postField = (description: string): INodeProperties =>
	field.locator('Post', 'postId', {
		required: true,
		description: `${description}. Post > Create and Post > Get Many return the IDs.`,
		...listOr('ID', 'searchPosts', {
			prompt: 'Select a post…',
			placeholder: 'e.g. cmb1x2y3z0001abcd',
			hint: 'IDs come from Post > Create or Post > Get Many (postId)',
			listHint: 'Posts of the last and next 90 days. To find another one, search for its ID.',
		}),
	});

/** The fields that hold IDs: what people see as their names, and what to enter. */
const ID_FIELDS = {
	postId: ['Post', 'Enter an ID: Post > Create and Post > Get Many return it as “postId”.'],
	postIds: ['Post ID', 'Enter an ID: Post > Create and Post > Get Many return it as “postId”.'],
	integrationId: ['Channel', 'Enter an ID: Channel > Get Many returns it as “channelId”.'],
	releaseId: [
		'Published Post',
		'Enter an ID: Post > Find the Published Post returns it as “releaseId”.',
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

/** The ID that a field names, whether picked, typed or from an expression. Throws {@link Problem} if there is none. */
export function readId(context: IExecuteFunctions, itemIndex: number, name: IdField): string {
	return checkId(idIn(context.getNodeParameter(name, itemIndex, '')), name);
}

/** The IDs that a field names: a list, or a text with commas, too. Throws {@link Problem} if there are none. */
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

/** The ID in an element of a list: itself, or what a row or an item has under the name of the field. */
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
	if (!fitsAddress(id)) throw cannotBe(label, id, advice);
	if (id !== '') return id;
	throw emptyProblem(`${label} is empty`, advice);
}

/** The IDs that {@link readIds} reads of all items; those that it refuses are left out. */
export function readableIds(context: IExecuteFunctions, name: IdField): string[] {
	return context.getInputData().flatMap((_item, itemIndex) => {
		try {
			return readIds(context, itemIndex, name);
		} catch (error) {
			ignoreOutside(error);
			// Also an expression that fails: it is said when its item is worked on.
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

/** As {@link explainUnknownId}, for these. */
export const unknownId = (what: keyof typeof WHERE_IDS_COME_FROM, id: string) =>
	explainUnknownId(`Postiz has no ${what} with the ID ${quote(id)}`, WHERE_IDS_COME_FROM[what]);
