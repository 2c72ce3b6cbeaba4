import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { CodexData } from 'n8n-workflow';

import { PostizApi } from '../../../credentials/PostizApi.credentials';
import { PostizOAuth2Api } from '../../../credentials/PostizOAuth2Api.credentials';
import { Postiz } from '../../../nodes/Postiz/Postiz.node.ts';
import { PostizTrigger } from '../../../nodes/PostizTrigger/PostizTrigger.node.ts';
import { PostizWebhookTrigger } from '../../../nodes/PostizWebhookTrigger/PostizWebhookTrigger.node.ts';
import { ROOT } from '../../harness/paths.cjs';

type Codex = CodexData & { alias: string[] };

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const { repository } = JSON.parse(read('package.json')) as { repository: { url: string } };
const REPOSITORY = repository.url.replace(/\.git$/, '');

const nodes = [new Postiz(), new PostizTrigger(), new PostizWebhookTrigger()];
const codices = nodes.map(({ description: { name } }): [string, Codex] => {
	const folder = name[0].toUpperCase() + name.slice(1);
	const path = `nodes/${folder}/${folder}.node.json`;
	return [path, JSON.parse(read(path)) as Codex];
});

/** The page of the project that an address opens, and the heading at which it does. */
function pageOf(address: string): { page: string; heading?: string } {
	const [url, heading] = address.split('#');
	if (url === REPOSITORY) return { page: 'README.md', heading };
	const start = `${REPOSITORY}/blob/main/`;
	if (!url.startsWith(start)) throw new Error(`${address} is no page of ${REPOSITORY}`);
	return { page: url.slice(start.length), heading };
}

/** The headings of a page as GitHub makes them part of an address. */
const slugsOf = (page: string) =>
	[...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N} _-]/gu, '')
			.replace(/ /g, '-'),
	);

test.each([
	...nodes.map(({ description: { displayName, documentationUrl } }) => [
		displayName,
		documentationUrl,
	]),
	...[new PostizApi(), new PostizOAuth2Api()].map(({ displayName, documentationUrl }) => [
		displayName,
		documentationUrl,
	]),
])('the documentation of %s is at a heading that exists', (_name, address) => {
	const { page, heading } = pageOf(address!);
	expect(existsSync(join(ROOT, page))).toBe(true);
	if (heading !== undefined) expect(slugsOf(page)).toContain(heading);
});

// n8n appends its own parameters to these, so that a heading at the end would no longer be found.
test.each(codices)('the links of %s lead to pages, not to headings', (_path, { resources }) => {
	const links = [
		...(resources?.credentialDocumentation ?? []),
		...(resources?.primaryDocumentation ?? []),
	];
	expect(links).toHaveLength(2);
	for (const { url } of links) {
		const { page, heading } = pageOf(url);
		expect([page, existsSync(join(ROOT, page))]).toEqual([page, true]);
		expect(heading).toBeUndefined();
	}
});

test('the node and its triggers are found by the same words', () => {
	const [[, { alias }], ...others] = codices;
	expect(alias.map((word) => word.toLowerCase())).toEqual(
		expect.arrayContaining([
			'instagram',
			'linkedin post',
			'schedule post',
			'social media',
			'tiktok',
			'twitter',
		]),
	);
	for (const [, codex] of others) expect(codex.alias).toEqual(alias);
});
