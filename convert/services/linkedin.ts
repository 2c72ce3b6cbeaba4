import { isExpression } from '../expressions';
import { asObject, type Told } from '../types';
import { ID, leaves, postOutput } from './links';
import type { Service } from './types';
import { isGiven, plainText, watch } from './values';

const OUTPUT = postOutput({ urn: ID, id: ID });

/** n8n’s own LinkedIn node. */
export const linkedin: Service = {
	name: 'LinkedIn',
	types: ['n8n-nodes-base.linkedIn'],
	readNode: ({ parameters, unread }, around) => {
		const { resource = 'post', operation = 'create' } = parameters;
		const postAs = plainText(parameters.postAs ?? 'person');
		const category = plainText(parameters.shareMediaCategory ?? 'NONE');
		if (resource !== 'post' || operation !== 'create') return undefined;
		const { text, person, organization } = parameters;
		const fields = watch(asObject(parameters.additionalFields));
		const more = fields.values;
		const { visibility = 'PUBLIC' } = more;
		if (postAs === 'person' && plainText(visibility) !== 'PUBLIC') {
			return {
				does: 'stays',
				because: 'it says who may see its posts, which Postiz has no field for',
			};
		}
		if (!AUTHORS.includes(postAs) || !CATEGORIES.includes(category)) {
			return { does: 'stays', because: 'what it posts, or as whom, could not be read' };
		}
		const isPage = postAs === 'organization';
		const field = plainText(parameters.binaryPropertyName ?? 'data');
		const isImage = category === 'IMAGE';
		const isArticle = category === 'ARTICLE';
		return {
			does: 'post',
			post: {
				targets: [
					{
						network: isPage ? 'linkedin-page' : 'linkedin',
						account: {
							id: isPage ? organization : person,
							label: isPage ? undefined : around.credential,
						},
					},
				],
				text: isArticle ? withLink(text, more.originalUrl) : (plainText(text) ?? ''),
				media: isImage ? [{ from: 'binary', value: field }] : [],
				lost: isImage && isGiven(more.title) ? ['the title of the picture'] : [],
				others: [...unread(), ...fields.unread(IDLE)],
				todos: [
					...(isArticle ? [ARTICLE] : []),
					...(isImage && isExpression(field) ? [unclearField(field)] : []),
				],
			},
			output: OUTPUT,
		};
	},
	hosts: /(?:^|\.)linkedin\.com$/,
	readRequest: leaves(
		/^(?:rest|v2)\/(?:posts|shares|ugcPosts)$/,
		'requests that post are not read',
	),
};

const AUTHORS: unknown[] = ['person', 'organization'];
const CATEGORIES: unknown[] = ['NONE', 'ARTICLE', 'IMAGE'];

/** Of the card of a link, which as a whole is named, and fields that say nothing beside a text. */
const IDLE = ['title', 'originalUrl', 'description', 'thumbnailBinaryPropertyName'];

const ARTICLE: Told = [
	'It posted a link with a card of its own (title, description and picture), which Postiz does not. The link is now at the end of the text, and LinkedIn makes the card of it',
	'See whether the card is what you want. Otherwise, add the picture under Media.',
];

const unclearField = (field: string): Told => [
	`Its picture is named by an expression, ${field.slice(1)}`,
	'Enter the name of the binary field under Media, usually data.',
];

function withLink(text: unknown, link: unknown): unknown {
	const parts = [text, link].filter(isGiven).map((part) => String(plainText(part)));
	const joined = parts.map((part) => part.replace(/^=/, '')).join('\n\n');
	return parts.some(isExpression) ? `=${joined}` : joined;
}
