<?php
// The elements in which widgets mount, with what readers without scripts and search engines find there; the loader; a
// shortcode for each.

declare(strict_types=1);

namespace Newsstand;

defined('ABSPATH') || exit;

/** Every widget: its title in the editor, when it starts, and the options of it that an author may set. */
const WIDGETS = [
    'checkout.counter' => ['Cart counter', 'intent', []],
    'checkout.panel' => ['Cart', 'intent', []],
    'checkout.add' => ['Add to cart', 'visible', ['item', 'ref', 'named']],
    'checkout.store' => ['Store', 'visible', ['tag']],
    'checkout.product' => ['Product', 'visible', ['slug']],
    'checkout.table' => ['Cart table', 'visible', []],
    'checkout.page' => ['Check-out', 'load', []],
    'checkout.receipt' => ['Receipt', 'load', ['token']],
    'checkout.invoice' => ['Invoice', 'load', ['token']],
    'mailing-list.form' => ['Mailing list', 'visible', ['list-tag']],
    'mailing-list.popup' => ['Mailing list popup', 'idle', ['list-tag', 'after']],
    'login.page' => ['Login', 'load', ['in-place']],
    'login.header' => ['Login in the header', 'intent', ['in-place']],
    'login.paywall' => ['Paywall', 'visible', ['in-place']],
    'subscribe.builder' => ['Subscribe', 'load', ['add-donation', 'add-products', 'checkout-later']],
    'subscribe.renew' => ['Renew', 'load', []],
    'subscribe.donate' => ['Donate', 'load', ['checkout-later']],
    'subscribe.redeem' => ['Redeem a gift', 'load', ['token']],
    'account.overview' => ['Account', 'load', ['support']],
    'account.name' => ['Account: name', 'load', ['support']],
    'account.email' => ['Account: email', 'load', ['support']],
    'account.address' => ['Account: addresses', 'load', ['support']],
    'account.delete-address' => ['Account: delete an address', 'load', ['ship', 'support']],
    'account.payment' => ['Account: card', 'load', ['support']],
    'account.subscription' => ['Account: a subscription', 'load', ['token', 'support']],
    'account.donation' => ['Account: a donation', 'load', ['support']],
    'account.renewal' => ['Account: confirm a payment', 'load', ['support']],
    'account.sessions' => ['Account: logins', 'load', ['support']],
    'account.data' => ['Account: data', 'load', ['support']],
];

/** Options that every shortcode takes, and every block of a widget that has headings. */
const OF_ALL = ['heading-level'];

/** Widgets that have none in the page. */
const WITHOUT_HEADINGS = ['checkout.counter', 'checkout.panel', 'checkout.add', 'login.header', 'mailing-list.popup'];

/** Widgets that bring a first heading. */
const WITH_TITLE = [
    'checkout.product', 'checkout.page', 'checkout.receipt', 'checkout.invoice', 'subscribe.builder', 'subscribe.renew', 'subscribe.donate', 'subscribe.redeem',
    'account.overview', 'account.name', 'account.email', 'account.address', 'account.delete-address', 'account.payment', 'account.subscription',
    'account.donation', 'account.renewal', 'account.sessions', 'account.data',
];

/** Options that the address of the page gives where the element has none, by the query variable that holds them. */
const FROM_ADDRESS = ['slug' => 'newsstand_slug', 'token' => 'newsstand_token', 'ship' => 'newsstand_ship'];

/**
 * Whether the page leaves its first heading to the widget: one of the shop's own, in a template without a title, or
 * whose title was taken away.
 */
function has_own_heading(): bool
{
    $path = page_path();
    if ($path === null || !in_array('head', PAGES[$path][2], true)) return false;
    return title_is_taken() || (wp_is_block_theme() && get_page_template_slug(page_ids()[$path]) === 'page-no-title');
}

/**
 * Whether the theme's title of the page was taken away, because its widget brings it. It is, where the theme writes it
 * above the page's words: once they have begun (a widget of theirs asks), no title is touched any more.
 */
function title_is_taken(bool $take = false): bool
{
    static $is_taken = false, $has_begun = false;
    if ($take) return !$has_begun && ($is_taken = true);
    $has_begun = $has_begun || in_the_loop();
    return $is_taken;
}

/**
 * Takes the theme's title of one of the shop's own pages that bring a heading, while the page's words have not begun.
 */
function take_title(int $id): bool
{
    $path = in_the_loop() && is_main_query() && !is_embed() && $id === get_queried_object_id() ? page_path() : null;
    return $path !== null && in_array('head', PAGES[$path][2], true) && title_is_taken(true);
}

// A block theme may name pages inside of the loop as well, in its menu: there it is the block that is left out.
add_filter('the_title', fn(string $title, int $id = 0): string => !wp_is_block_theme() && take_title($id) ? '' : $title, 20, 2);
add_filter('render_block_core/post-title', fn(string $made, array $block, \WP_Block $shown): string => take_title((int) ($shown->context['postId'] ?? 0)) ? '' : $made, 10, 3);

/** Whether this is one of the shop's pages that bring a heading, in a theme or a template that writes one as well. */
function has_title_twice(): bool
{
    $path = page_path();
    return $path !== null && in_array('head', PAGES[$path][2], true) && !has_own_heading();
}

/**
 * A piece of the shop's on the page that it is about: its first heading is the page's, and leads nowhere; where the
 * theme writes the title, it is that.
 */
function on_own_page(string $words): string
{
    if (page_path() === null) return $words;
    return (string) preg_replace_callback('~<(h[1-6])([^>]*)>(.*?)</\1>~s', function (array $found): string {
        return has_title_twice() ? '' : "<$found[1]$found[2]>" . preg_replace('~</?a\b[^>]*>~', '', $found[3]) . "</$found[1]>";
    }, $words, 1);
}

function is_level(string $value): bool
{
    return preg_match('/^[1-6]$/D', $value) === 1;
}

/** The level of a widget's highest heading: as its element says, and otherwise as the page has it. */
function level_of(string $name, array $given): int
{
    $level = (string) ($given['heading-level'] ?? '');
    return is_level($level) ? (int) $level : (in_array($name, WITH_TITLE, true) && has_own_heading() ? 1 : 2);
}

/** The shop's words with their headings, which are all of one level, at that of their place. */
function at_level(string $words, int $level): string
{
    return (string) preg_replace('~<(/?)h[1-6]\b~', "<$1h$level", $words);
}

/**
 * What the page's address says, on the shop's own pages alone: anybody can write a query variable behind any address.
 */
function from_address(string $variable): string
{
    return page_path() === null ? '' : (string) get_query_var($variable);
}

/** A mount element. `$fallback` is HTML that may stand there already; without it, the shop's own words. */
function widget(string $name, array $options = [], string $fallback = ''): string
{
    if (!isset(WIDGETS[$name])) return '';
    [, $when, $known] = WIDGETS[$name];
    $given = [];
    foreach ([...$known, ...OF_ALL] as $option) {
        $value = (string) ($options[$option] ?? '');
        if ($value === '' && isset(FROM_ADDRESS[$option])) $value = from_address(FROM_ADDRESS[$option]);
        // The page's first heading is its title, in an article as elsewhere.
        if ($value === '' && $option === 'heading-level' && in_array($name, WITH_TITLE, true) && !has_own_heading()) $value = '2';
        if ($value !== '') $given[$option] = $value;
    }
    if (lacks_good($name, $given)) return to_author(words_of_missing($name));
    $gone = unknown_good($name, $given);
    $own = trim($fallback) !== '' && ($gone === null || !is_editor());
    $words = $own ? $fallback : ($gone === null ? fallback($name, $given) . failed_words($name) : words_of_unknown($gone));
    $attributes = '';
    foreach (['widget' => $name, 'when' => $options['when'] ?? $when] + $given + ($gone === null ? said_besides($name, $words) : ['gone' => '']) as $key => $value) {
        $attributes .= sprintf(' data-%s="%s"', $key, esc_attr((string) $value));
    }
    $level = $given['heading-level'] ?? '2';
    /* translators: %s: what the author wrote */
    $said = is_level($level) ? '' : to_author(sprintf(__('The level of a first heading is a number from 1 to 6, and not “%s”.', 'newsstand'), $level));
    return "$said<div$attributes>$words</div>";
}

/** A note for who writes the page, which no reader sees. */
function to_author(string $words): string
{
    return is_authors() ? '<p class="newsstand-missing" role="note">' . esc_html($words) . '</p>' : '';
}

function is_authors(): bool
{
    return is_editor() || current_user_can('edit_posts');
}

/**
 * Whether a widget has nothing to show: no good was chosen, and the address names none. On the shop's own page of
 * products, the address does.
 */
function lacks_good(string $name, array $given): bool
{
    return match ($name) {
        'checkout.add' => !isset($given['item'], $given['ref']),
        'checkout.product' => !isset($given['slug']) && (page_path() ?? edited_page()) !== 'store/product',
        default => false,
    };
}

/** Which of the shop's pages the editor has open; null for all others. */
function edited_page(): ?string
{
    $path = is_editor() ? array_search(get_the_ID(), page_ids(), true) : false;
    return is_string($path) ? $path : null;
}

/**
 * What a widget names that the shop says it does not have; null where it names none such. While the shop cannot be
 * asked, nothing is gone.
 */
function unknown_good(string $name, array $given): ?string
{
    return match (true) {
        $name === 'checkout.product' && isset($given['slug']) && piece_of_product($given['slug']) === false => $given['slug'],
        $name === 'checkout.add' && is_unknown_ref($given['item'], $given['ref']) => $given['ref'],
        default => null,
    };
}

/** Loading the page again would bring nothing: readers are told so, and who writes the page, why. */
function words_of_unknown(string $good): string
{
    /* translators: %s: the name of a product in its address, or in the shop */
    if (is_authors()) return to_author(sprintf(__('The store has no product “%s”: choose another one. Readers see that it is not there any more.', 'newsstand'), $good));
    $link = sprintf('<a href="%s">%s</a>', esc_url(home_url(address_of('store'))), esc_html__('What the store has', 'newsstand'));
    return '<p class="newsstand-gone">' . esc_html__('This is not in the store any more.', 'newsstand') . " $link</p>";
}

function words_of_missing(string $name): string
{
    return $name === 'checkout.add'
        ? __('Choose what is added: until then readers see nothing here.', 'newsstand')
        : __('Choose a product: until then readers see nothing here.', 'newsstand');
}

/**
 * What an element says of itself besides: for the room that is reserved for it (rooms.css), and because of the words
 * that stand in it.
 */
function said_besides(string $name, string $words): array
{
    if ($name === 'checkout.product' && str_contains($words, 'newsstand-sizes')) return ['sized' => ''];
    // What the words of the shop name until the button is there, it goes on naming.
    if ($name === 'checkout.add' && str_contains($words, 'newsstand-name')) return ['named' => ''];
    // Who is logged in has no form there. Only a page that no cache keeps may say so.
    $is_one_readers = is_singular() && is_for_subscribers(get_queried_object_id());
    if ($name === 'login.paywall' && $is_one_readers && isset($_COOKIE['newsstand-reader'])) return ['known' => ''];
    $ways = $name === 'login.paywall' ? ways_of(known_logins() ?? []) : null;
    return $ways === null ? [] : ['ways' => $ways];
}

/** Which of the lower rooms a paywall has, by how readers log in; null where it has the highest. */
function ways_of(array $logins): ?string
{
    if (in_array('password', $logins, true)) return count($logins) <= 2 ? 'two' : null;
    return $logins !== [] && array_diff($logins, ['email-code', 'google']) === [] ? 'no-password' : null;
}

/** What stands in a widget's place until it is there, or if it never comes. */
function fallback(string $name, array $options): string
{
    return at_level(words_of($name, $options), level_of($name, $options));
}

function words_of(string $name, array $options): string
{
    $link = fn(string $path, string $words): string => sprintf('<a href="%s">%s</a>', esc_url(home_url($path)), esc_html($words));
    return match ($name) {
        'checkout.panel', 'checkout.counter' => sprintf(
            '<a href="%s">%s <span data-cart-count></span></a>',
            esc_url(home_url(address_of('store'))),
            esc_html__('Cart', 'newsstand'),
        ),
        'checkout.store' => ((string) piece('products?' . http_build_query(['tag' => $options['tag'] ?? 'store', 'part' => 'words', 'heading' => 2]))) . order_by_letter(),
        'checkout.product' => (page_path() === 'store/product' ? on_own_page(product_words($options['slug'] ?? '')) : product_words($options['slug'] ?? '')) . order_by_letter(),
        'checkout.add' => add_words($options) . order_by_letter(),
        // The page may come out of a cache for all: the loader knows who is logged in, and the style below shows one of
        // the two.
        'login.header' => sprintf(
            // The editor draws a block without the page's styles: there one of the two words is enough.
            is_editor()
                ? '<a href="%s"><span class="newsstand-out">%s</span></a>'
                : '<a href="%s"><span class="newsstand-either"><span class="newsstand-out">%s</span><span class="newsstand-in">%s</span></span></a>',
            esc_url(home_url(address_of('login'))),
            esc_html__('Log in', 'newsstand'),
            esc_html__('Account', 'newsstand'),
        ),
        'login.paywall' => '<p>' . $link(add_query_arg('redirect', rawurlencode(current_path()), address_of('login')), __('Log in to read on', 'newsstand')) . '</p><p>'
            . $link(address_of('subscribe'), __('Subscribe', 'newsstand')) . '</p>',
        'mailing-list.popup' => '',
        // Below the store, whose page says all of this above.
        'checkout.table' => page_path() === 'store' ? '' : waiting_words($name),
        // What it costs, and what can be done without scripts, are the shop's to say.
        'subscribe.builder' => shop_words($name, 'subscriptions?part=words&heading=2'),
        'subscribe.donate' => shop_words($name, 'donations?heading=2'),
        'checkout.page' => shop_words($name, 'checkout?heading=2'),
        'login.page' => plain_form('login', __('Log in', 'newsstand'), sprintf(
            '<p><label>%s <input type="password" name="password" autocomplete="current-password" required></label></p>',
            esc_html__('Password', 'newsstand'),
        )),
        'mailing-list.form' => plain_form('list', __('Write to me', 'newsstand'), implode('', array_map(
            fn(string $tag): string => sprintf('<input type="hidden" name="list-tag" value="%s">', esc_attr($tag)),
            preg_split('/\s+/', $options['list-tag'] ?? '', -1, PREG_SPLIT_NO_EMPTY) ?: [],
        ))),
        default => waiting_words($name),
    };
}

/** Where the shop's words sell nothing by themselves, and say nothing of a widget that did not come. */
const WITHOUT_A_WAY = ['checkout.store', 'checkout.product', 'checkout.add', 'checkout.page', 'subscribe.builder', 'subscribe.donate', 'login.page', 'mailing-list.form'];

/** What can be done once a widget has failed; seen then alone, below what stands there. */
function failed_words(string $name): string
{
    if (!in_array($name, WITHOUT_A_WAY, true) || is_feed()) return '';
    $address = support_address();
    $words = $address === ''
        ? __('This part of the page could not be loaded. Load the page again.', 'newsstand')
        /* translators: %s: an email address */
        : sprintf(__('This part of the page could not be loaded. Load the page again, or write to %s.', 'newsstand'), "\n");
    $link = sprintf('<a href="mailto:%1$s">%1$s</a>', esc_attr($address));
    return '<p class="newsstand-failed" hidden>' . str_replace("\n", $link, esc_html($words)) . '</p>';
}

/** A piece of the shop's; while that cannot be asked and was never seen, what will be there. */
function shop_words(string $name, string $path): string
{
    $words = piece($path);
    return is_string($words) ? on_own_page($words) : waiting_words($name);
}

/** The page's name, until its widget writes it, where the theme does not. */
function title_of_page(): string
{
    return has_own_heading() ? '<h1>' . esc_html(wp_strip_all_tags(get_the_title(get_queried_object_id()))) . '</h1>' : '';
}

/**
 * What is true of a widget that is on its way and of one that failed: what will be there, and what can be done if it
 * does not come; to all others, that scripts are needed.
 */
function waiting_words(string $name): string
{
    $path = page_path();
    $what = $path === null ? __(WIDGETS[$name][0], 'newsstand') : wp_strip_all_tags(get_the_title(get_queried_object_id()));
    $address = support_address();
    $words = $address === ''
        /* translators: %s: a page, such as Your account */
        ? sprintf(__('“%s” opens here. If nothing comes, load the page again.', 'newsstand'), $what)
        /* translators: %1$s: a page, such as Your account, %2$s: an email address */
        : sprintf(__('“%1$s” opens here. If nothing comes, load the page again, or write to %2$s.', 'newsstand'), $what, "\n");
    $link = sprintf('<a href="mailto:%1$s">%1$s</a>', esc_attr($address));
    return title_of_page() . '<p class="newsstand-waiting">' . str_replace("\n", $link, esc_html(html_entity_decode($words, ENT_QUOTES))) . '</p>' . needs_scripts();
}

/** To whom readers write, as the shop's own words say; nothing where nobody knows. */
function support_address(): string
{
    return preg_match('~href="mailto:([^"?]+)~', (string) piece('checkout?heading=2'), $found) === 1 ? html_entity_decode($found[1]) : '';
}

/** What the shop says to who has no scripts and would like what stands there. */
function order_by_letter(): string
{
    return preg_match('~<noscript\b.*?</noscript\s*>~s', (string) piece('checkout?heading=2'), $found) === 1 ? $found[0] : needs_scripts();
}

function product_words(string $slug): string
{
    return $slug === '' ? '' : (string) piece_of_product($slug);
}

function piece_of_product(string $slug): string|false|null
{
    return piece('product/' . rawurlencode($slug) . '?part=words&heading=2');
}

/** What a good is and costs, and whether it is there; of a product, its whole box would be too much here. */
function add_words(array $options): string
{
    $good = good_of($options);
    if ($good === null || $good['slug'] === '') return '';
    if ($good['kind'] === 'issue') return named_offer(esc_html($good['name']), offer_words($good['slug'], $good['item']));
    $words = product_words($good['slug']);
    preg_match('~<(h[1-6])[^>]*>(.*?)</\1>~s', $words, $heading);
    preg_match_all('~<p class="newsstand-(?:price|availability)">.*?</p>~s', $words, $said);
    return named_offer($heading[2] ?? esc_html($good['name']), $said[0] === [] ? '' : '<div class="newsstand-offer">' . implode('', $said[0]) . '</div>');
}

function named_offer(string $name, string $offer): string
{
    return "<p class=\"newsstand-name\">$name</p>$offer";
}

/** Price and availability of an issue in one medium. */
function offer_words(string $slug, string $item): string
{
    return (string) piece('issue/' . rawurlencode($slug) . '?part=' . ($item === 'digital-issue' ? 'digital' : 'print'));
}

/**
 * A form that the API answers with a page, for readers without scripts; where calls go to another host, whose cookies
 * are none of this one, there is none.
 */
function plain_form(string $name, string $button, string $fields): string
{
    if (setting('calls') === 'browser') return needs_scripts();
    return sprintf(
        '<noscript><form method="post" action="/api/forms/%s"><p><label>%s <input type="email" name="email" autocomplete="email" required></label></p>%s<p><button>%s</button></p></form></noscript>',
        esc_attr($name),
        esc_html__('Email', 'newsstand'),
        $fields,
        esc_html($button),
    );
}

function needs_scripts(): string
{
    $address = support_address();
    $words = $address === ''
        ? __('This part of the page needs JavaScript.', 'newsstand')
        /* translators: %s: an email address */
        : sprintf(__('This part of the page needs JavaScript. Without it, write to %s.', 'newsstand'), "\n");
    $link = sprintf('<a href="mailto:%1$s">%1$s</a>', esc_attr($address));
    return '<noscript><p>' . str_replace("\n", $link, esc_html($words)) . '</p></noscript>';
}

/** Where the reader is, without the query. */
function current_path(): string
{
    return (string) wp_parse_url(wp_unslash((string) ($_SERVER['REQUEST_URI'] ?? '/')), PHP_URL_PATH);
}

/**
 * `checkout.add` as a shortcode: `[newsstand_checkout_add item="…" ref="…"]what stands there[/newsstand_checkout_add]`.
 */
function shortcode_of(string $name): string
{
    return 'newsstand_' . str_replace(['.', '-'], '_', $name);
}

/** WordPress takes straight quotes alone for quotes: those of a word processor are a part of the value. */
function without_quotes(string $value): string
{
    $quotes = '[“”„‟″«»‘’‚′"\']';
    return (string) preg_replace("/^$quotes+|$quotes+$/u", '', html_entity_decode($value, ENT_QUOTES));
}

add_action('init', function (): void {
    foreach (array_keys(WIDGETS) as $name) {
        add_shortcode(shortcode_of($name), function (mixed $given, ?string $content) use ($name): string {
            $options = [];
            foreach (is_array($given) ? $given : [] as $key => $value) $options[str_replace('_', '-', (string) $key)] = without_quotes((string) $value);
            return widget($name, $options, do_shortcode((string) $content));
        });
    }
});

add_action('wp_enqueue_scripts', function (): void {
    if (loader_url() === '') return;
    wp_enqueue_script('newsstand-loader', loader_url(), [], null, ['strategy' => 'async', 'in_footer' => false]);
});

// Where the browser calls the API on its own address, the page says which that is; and that it is dark, where the theme
// is.
add_filter('language_attributes', function (string $attributes): string {
    if (is_admin()) return $attributes;
    if (setting('calls') === 'browser' && setting('api') !== '') $attributes .= sprintf(' data-newsstand-api="%s"', esc_attr(setting('api')));
    if (is_dark(theme_tokens()['paper'] ?? '#ffffff')) $attributes .= ' data-newsstand-theme="dark"';
    return $attributes;
});

// Nothing else is styled of what stands in a widget's place; it must fit, and a list of products is none of words.
const FIT = '@media (scripting:none){.newsstand-waiting{display:none}}.newsstand-rates{display:block;overflow-x:auto;border-collapse:collapse}.newsstand-rates :is(th,td){padding:.4em .5em .4em 0;text-align:start;vertical-align:baseline}.newsstand-rates td{white-space:nowrap}.newsstand-tiers{padding:0;list-style:none}.newsstand-tiers .newsstand-name{font-weight:bold}'
    // What is not sold any more takes the room of the sentence that says so, with margins as they are once its widget
    // gave up.
    . '[data-widget][data-gone]{display:block!important}[data-widget][data-gone]::before{content:none!important}'
    . '[data-widget="checkout.add"] :is(.newsstand-name,.newsstand-offer p){margin:0}'
    . '.newsstand-picture img{max-width:100%;height:auto}.newsstand-products,.newsstand-sizes{padding:0;list-style:none}'
    . ':is(.newsstand-products>li,.newsstand-product,.newsstand-issue,.newsstand-words,[data-widget="checkout.add"]){min-width:0;overflow-wrap:anywhere}'
    // As many beside each other as in the widget that takes their place.
    . '.newsstand-products{display:grid;grid-template-columns:repeat(auto-fill,minmax(clamp(8.5rem,38%,240px),1fr));gap:2rem}'
    . '[data-state="failed"] .newsstand-failed{display:block}[data-state="failed"] .newsstand-waiting~.newsstand-failed{display:none}'
    // Each lies over the other, so that a menu is as wide for all.
    . '.newsstand-either{display:inline-grid;text-decoration:inherit}.newsstand-either>*{grid-area:1/1}'
    . ':root[data-newsstand-reader] .newsstand-out,:root:not([data-newsstand-reader]) .newsstand-in{visibility:hidden}'
    . '.newsstand-beside{display:flex;align-items:center;gap:1rem}.newsstand-menu>.newsstand-beside{gap:inherit}.newsstand-beside a:where(:not(:hover,:focus)){text-decoration:none}'
    // The links take the room that they need, where WordPress gives them a line of their own.
    . '.newsstand-menu.wp-block-navigation>.wp-block-navigation__responsive-container:not(.is-menu-open){width:auto}';

// What a theme writes around a title stays where the title was taken away.
const UNTITLED = ':is(h1,h2,.entry-title,.page-title):empty{display:none}';

add_action('wp_head', function (): void {
    $rules = '';
    foreach (theme_tokens() as $name => $colour) $rules .= "--newsstand-$name:$colour;";
    echo '<style id="newsstand-styles">', $rules === '' ? '' : ":root{{$rules}}", FIT, has_title_twice() ? UNTITLED : '', rooms(), "</style>\n";
});

/**
 * What is reserved for each widget, so that nothing of the page moves when it comes. In the page itself: a file of its
 * own would be one request more.
 */
function rooms(): string
{
    return (string) preg_replace(['~/\*.*?\*/~s', '~\s+~', '~ ?([{},;]) ?~'], ['', ' ', '$1'], (string) file_get_contents(dirname(FILE) . '/rooms.css'));
}
