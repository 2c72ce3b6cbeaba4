import type { IDataObject } from 'n8n-workflow';

import { findNetwork } from '../../../../nodes/Postiz/networks';
import { findNonDefaultKeys } from '../../../../nodes/Postiz/publishing/validate/fetchUnsupportedSettings';

test.each<[string, IDataObject, string[]]>([
	['wordpress', { status: 'publish', categories: [], tags: [11] }, ['tags']],
	['x', { __type: 'x', made_with_ai: false, post_type: 'article' }, ['post_type']],
	['x', { who_can_reply_post: 'everyone', n8n: '1.a', 'plug--x-repost--delay': '0' }, []],
	['x', { mood: 'up', article_cover: { id: 'a' } }, ['article_cover']],
])('finds what a post on %s changes with %j: %j', (identifier, settings, expected) => {
	expect(findNonDefaultKeys(findNetwork(identifier)!.fields, settings)).toEqual(expected);
});
