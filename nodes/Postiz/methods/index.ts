import * as searches from './listSearch';
import * as options from './loadOptions';
import { pickerOptions, pickerSearches } from './providerPickers';

/** Every method that fills a list of the form, by the name under which the form calls it. */
export const listSearch = { ...searches, ...pickerSearches };
export const loadOptions = { ...options, ...pickerOptions };
