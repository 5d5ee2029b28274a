<?php
// Products and issues in WordPress's own sitemap; the pages that are one reader's are left out of it.

declare(strict_types=1);

namespace Newsstand;

defined('ABSPATH') || exit;

add_action('init', function (): void {
    wp_register_sitemap_provider('newsstand', new class extends \WP_Sitemaps_Provider {
        public function __construct()
        {
            $this->name = 'newsstand';
            $this->object_type = 'newsstand';
        }

        /** The API names its own addresses; here they are those of this site. */
        public function get_url_list($page_num, $object_subtype = ''): array
        {
            $answer = ask_api('/api/html/sitemap.xml');
            $found = $answer === null ? 0 : preg_match_all('~<loc>([^<]+)</loc>~', wp_remote_retrieve_body($answer), $urls);
            if (!$found || $page_num > 1) return [];
            $found = [];
            foreach ($urls[1] as $url) {
                $parts = wp_parse_url(html_entity_decode($url, ENT_XML1));
                $uri = ($parts['path'] ?? '/') . (isset($parts['query']) ? "?{$parts['query']}" : '');
                $page = page_elsewhere($uri)[0] ?? null;
                // Only those of which this site has a page.
                if ($page === 'store/product' || $page === 'issue') $found[] = ['loc' => home_url($uri)];
                elseif (preg_match('~^/(?:store/product|issue)/[^/]+$~', $uri) === 1) $found[] = ['loc' => home_url(user_trailingslashit($uri))];
            }
            return $found;
        }

        public function get_max_num_pages($object_subtype = ''): int
        {
            return page_ids() === [] ? 0 : 1;
        }
    });
});

add_filter('wp_sitemaps_posts_query_args', function (array $args, string $type): array {
    if ($type !== 'page') return $args;
    $many = array_column(RULES, 1);
    $hidden = array_filter(
        page_ids(),
        fn(string $path): bool => in_array('own', PAGES[$path][2] ?? [], true) || in_array($path, $many, true),
        ARRAY_FILTER_USE_KEY,
    );
    return ['post__not_in' => [...($args['post__not_in'] ?? []), ...array_values($hidden)]] + $args;
}, 10, 2);
