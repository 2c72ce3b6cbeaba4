import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { channelPicker } from '../../channels/fields';
import { isUnknownId } from '../../transport/explain';
import type { ApiAnswer } from '../../transport/types';
import { fitsAddress, idIn } from '../../values/id';
import { Problem, type Explanation } from '../../values/problem';
import { quote } from '../../values/quote';

/** The field that names the channel of an operation. */
export function channelField(description: string): INodeProperties {
	return { ...channelPicker, description: `${description}. Channel > Get Many returns the IDs.` };
}

/** The field that names the post of an operation. */
export function postField(description: string): INodeProperties {
	return {
		displayName: 'Post',
		name: 'postId',
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: '' },
		description: `${description}. Post > Create and Post > Get Many return the IDs.`,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select a post…',
				typeOptions: { searchListMethod: 'searchPosts', searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. cmb1x2y3z0001abcd',
				hint: 'IDs come from Post > Create or Post > Get Many (postId)',
			},
		],
	};
}

/** Where the value of a field comes from, by the name of the field. */
const SOURCES = {
	postId: 'Enter an ID: Post > Create and Post > Get Many return it as “postId”.',
	postGroup: 'Enter an ID: Post > Get Many returns it as “postGroup”.',
	integrationId: 'Enter an ID: Channel > Get Many returns it as “channelId”.',
	releaseId: 'Enter an ID: Post > Get Missing Content returns it as “releaseId”.',
	voice: 'Enter an ID: Video > Run Function returns the IDs, with the function loadVoices.',
	methodName: 'Enter the name of a tool: Channel > Get Settings and Tools returns the names.',
	provider: 'Enter the identifier of a network, such as linkedin.',
	providerIdentifier:
		'Enter the identifier of a network, such as bluesky: Channel > Get Many returns it as “provider”.',
	identifier: 'Enter the name of a video generator, such as image-text-slides.',
	functionName: 'Enter the name of a function, such as loadVoices.',
};

/** The fields that {@link readId} reads. */
export type IdField = keyof typeof SOURCES;

/**
 * The ID that a field names, whether picked, typed or from an expression. `label` is the field as
 * people see it. Throws {@link Problem} if there is none.
 */
export function readId(
	context: IExecuteFunctions,
	itemIndex: number,
	name: IdField,
	label: string,
): string {
	const id = idIn(context.getNodeParameter(name, itemIndex, ''));
	if (!fitsAddress(id)) throw new Problem(`${label} cannot be ${quote(id)}`, SOURCES[name]);
	if (id === '') {
		throw new Problem(
			`${label} is empty`,
			`${SOURCES[name]} With an expression, check that every item has a value.`,
		);
	}
	return id;
}

/** The IDs that {@link readId} reads of all items; those that it refuses are left out. */
export function readableIds(context: IExecuteFunctions, name: IdField, label: string): string[] {
	return context.getInputData().flatMap((_item, itemIndex) => {
		try {
			return [readId(context, itemIndex, name, label)];
		} catch {
			// Also an expression that fails: it is said when its item is worked on.
			return [];
		}
	});
}

/** Explains the answers with which the service says that it knows no such channel or post. */
export function unknownId(
	what: 'channel' | 'post' | 'group',
	id: string,
): (answer: ApiAnswer) => Explanation | undefined {
	return (answer) =>
		isUnknownId(answer)
			? {
					message: `Postiz has no ${what} with the ID ${quote(id)}`,
					description: WHERE_IDS_COME_FROM[what],
				}
			: undefined;
}

const WHERE_IDS_COME_FROM = {
	channel:
		'It may have been removed already. Channel > Get Many lists the channels with their IDs.',
	post: 'It may have been deleted already. Post > Get Many lists the posts with their IDs.',
	group:
		'Its posts may have been deleted already. Post > Get Many shows the “postGroup” of each post.',
};
