import { toNodeError } from '../transport/nodeError';
import * as searches from './listSearch';
import * as options from './loadOptions';
import * as postSearches from './postSearch';
import {
	otherChannelOptions,
	pickerOptions,
	pickerSearches,
	type ListSearch,
	type LoadOptions,
} from './providerPickers';
import * as settingSearches from './settingSearch';
import * as toolOptions from './toolOptions';
import * as videoSearches from './videoPickers';

function mapMethods<Method>(
	methods: Record<string, Method>,
	change: (method: Method) => Method,
): Record<string, Method> {
	return Object.fromEntries(
		Object.entries(methods).map(([name, method]) => [name, change(method)]),
	);
}

/** Searchable lists show an error with what to do about it. */
const withErrors = (search: ListSearch): ListSearch =>
	async function (filter) {
		try {
			return await search.call(this, filter);
		} catch (error) {
			throw toNodeError(this.getNode(), error, { isForList: true });
		}
	};

/** Other lists show nothing of an error: what it says stands in the list instead. */
const withErrorRows = (load: LoadOptions): LoadOptions =>
	async function () {
		try {
			return await load.call(this);
		} catch (error) {
			const { message, description } = toNodeError(this.getNode(), error);
			return [{ name: `⚠ ${message}`, value: '', description: description ?? '' }];
		}
	};

/** Every method that fills a list of the form, by the name under which the form calls it. */
export const listSearch = mapMethods<ListSearch>(
	{ ...searches, ...postSearches, ...pickerSearches, ...settingSearches, ...videoSearches },
	withErrors,
);
/** Those that the triggers need. */
export const triggerLoadOptions = mapMethods<LoadOptions>({ ...options }, withErrorRows);

export const loadOptions = mapMethods<LoadOptions>(
	{ ...options, ...toolOptions, ...pickerOptions, ...otherChannelOptions },
	withErrorRows,
);
