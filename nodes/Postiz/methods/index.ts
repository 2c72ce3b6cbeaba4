import type { ILoadOptionsFunctions, INodePropertyOptions, NodeApiError } from 'n8n-workflow';

import * as searches from './listSearch';
import * as options from './loadOptions';
import * as postSearches from './postSearch';
import { pickerOptions, pickerSearches } from './providerPickers';
import * as toolOptions from './toolOptions';
import * as videoSearches from './videoPickers';

type LoadOptions = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

/** Beside lists of this kind n8n shows nothing of an error: what it says stands in the list instead. */
function tellingFailures(methods: Record<string, LoadOptions>): Record<string, LoadOptions> {
	return Object.fromEntries(
		Object.entries(methods).map(([name, load]): [string, LoadOptions] => [
			name,
			async function () {
				try {
					return await load.call(this);
				} catch (error) {
					const { message, description } = error as NodeApiError;
					return [{ name: `⚠ ${message}`, value: '', description: description ?? '' }];
				}
			},
		]),
	);
}

/** Every method that fills a list of the form, by the name under which the form calls it. */
export const listSearch = { ...searches, ...postSearches, ...pickerSearches, ...videoSearches };
export const loadOptions = tellingFailures({ ...options, ...toolOptions, ...pickerOptions });
