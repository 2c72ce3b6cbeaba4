import type { Field, Output } from '../outputs';
import type { Request } from '../request';
import { identifiersOf } from './create';
import type { Stays } from './types';

const ERRORS: Record<string, Field> = {
	'error.message': { path: 'error' },
	error: { path: 'error' },
};

/** What is read of a post on a network, by what the service called it. */
export const postOutput = (fields: Record<string, Field>): Output => ({
	fields: { ...fields, ...ERRORS },
	others: 'gone',
});

/** Reads the requests of a service that are not converted: those that publish, by their path, are named. */
export const leaves =
	(publishes: RegExp, because: string) =>
	({ method, path }: Request): Stays | undefined =>
		method === 'POST' && publishes.test(path.join('/')) ? { does: 'stays', because } : undefined;

/** The ID that the network gave a post. */
export const ID: Field = { published: 'releaseId' };

const IS_THERE: Field = {
	code: (item) => `(${item}.postId !== undefined && ${item}.state !== 'failed')`,
};

/**
 * The answer of a service that posts to several networks: under “results”, by the name of the network or
 * in their order, where the Postiz node has an item for each. `names` are those of the link and the ID.
 */
export function resultsOutput(
	networks: string[],
	{ link, id }: { link: string[]; id: string[] },
): Output {
	const fields: Record<string, Field> = {
		success: IS_THERE,
		request_id: { path: 'postId' },
		job_id: { path: 'postId' },
	};
	const add = (at: string, field: (name: string) => Field) => {
		for (const name of link) fields[`results.${at}.${name}`] = field('postUrl');
		for (const name of id) fields[`results.${at}.${name}`] = field('releaseId');
		fields[`results.${at}.success`] = IS_THERE;
	};
	if (networks.length < 2) add('*', (published) => ({ published }));
	else {
		networks.forEach((network, index) => {
			for (const at of [network.replace('-page', ''), String(index)]) {
				add(at, (field) => ofNetwork(network, field));
			}
		});
	}
	return postOutput(fields);
}

/** A field of the item that belongs to a network, one of which each input item has. */
const ofNetwork = (network: string, field: string): Field => ({
	code: (_item, source) =>
		`$(${JSON.stringify(source)}).all().filter(({ json }) => ${JSON.stringify(identifiersOf(network))}.includes(json.provider))[$itemIndex]?.json.${field}`,
	isPublished: true,
});
