declare module "virtual:view-page" {
  /** The content of the page's `<script>` and `<style>`. */
  export const script: string;
  export const style: string;
}
